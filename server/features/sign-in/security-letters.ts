import type { OwnAccountKind } from "#contract/endpoints/notifications.ts";
import type { FactorMethod } from "#contract/endpoints/second-factors.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { createNotifications } from "#server/features/notifications/notifications.writes.ts";
import type { Letter } from "#server/mail/letter.ts";
import type { Postage } from "#server/mail/letter-limits.ts";
import type { Mail } from "#server/mail/mail.ts";
import { findRecipient } from "#server/mail/recipients.reads.ts";
import { type Words, words } from "#server/mail/words.ts";
import { deviceWords, type KnownDevice } from "./devices.ts";

/** What a new password removed besides the sessions. */
export type Removed = "nothing" | "earlier ways in" | "everything";

const REMOVED: Record<Removed, Words[]> = {
  nothing: [],
  "earlier ways in": [
    words`Adresiniz doğrulanmadan önce eklenmiş geçiş anahtarları ve bağlı hesaplar kaldırıldı. Sizinse güvenlik ayarlarınızdan yeniden ekleyebilirsiniz.`,
  ],
  everything: [
    words`Adresinizi ilk kez bu şifreyle doğruladınız. Bu yüzden hesabı daha önce kullanmış olabilecek kimseye bir yol kalmadı: doğrulama kodları, geçiş anahtarları, bağlı hesaplar ve adresi geri alan bağlantılar kaldırıldı.`,
  ],
};

export const passwordChangedLetter = (url: Words, removed: Removed = "nothing"): Letter => ({
  kind: "password-changed",
  subject: words`Şifreniz değişti`,
  paragraphs: [
    words`Hesabınızın şifresi az önce değiştirildi ve diğer cihazlardaki oturumlarınız kapatıldı.`,
    ...REMOVED[removed],
    words`Bunu siz yapmadıysanız hemen yeni bir şifre belirleyin.`,
  ],
  action: { label: words`Yeni Şifre İste`, url },
});

/** What an account's owner is told by mail, if mail is set up. */
export type SecurityNews =
  | { what: "new_browser"; device: KnownDevice }
  | { what: "factor_added" | "factor_removed"; factor: Exclude<FactorMethod, "recovery_code"> }
  | { what: "recovery_code_used"; left: number }
  | { what: "recovery_codes_renewed" }
  | { what: "data_downloaded" };

/** The notification beside each letter; signing in makes its own. */
const NOTIFICATIONS: Partial<Record<SecurityNews["what"], OwnAccountKind>> = {
  factor_added: "way_in_added",
  factor_removed: "way_in_removed",
  recovery_codes_renewed: "recovery_codes_renewed",
  data_downloaded: "data_downloaded",
};

interface Told {
  userId: number;
  postage: Postage;
  now: number;
}

/** Notifies an account's owner of a change to it, in the change's transaction. */
export const notifyOwner = (
  db: Database,
  tx: Transaction,
  { userId, now }: Pick<Told, "userId" | "now">,
  kind: OwnAccountKind,
): Promise<void> =>
  createNotifications(db, tx, [{ userId, actorId: null }], {
    ...{ kind, surveyId: null, number: now, now },
  });

/** Queues a letter about an event, beside a notification, in the event's transaction. */
export async function tellOwner(
  { db, mail }: { db: Database; mail: Mail },
  tx: Transaction,
  { userId, postage, now }: Told,
  news: SecurityNews,
): Promise<void> {
  const kind = NOTIFICATIONS[news.what];
  if (kind) await notifyOwner(db, tx, { userId, now }, kind);
  if (!mail.on) return;
  const owner = await findRecipient(tx, userId);
  const { subject, text } = wordsOf(news);
  const letter: Letter = {
    ...{ kind: news.what, subject },
    paragraphs: [
      text,
      words`Bunu siz yaptıysanız bir şey yapmanız gerekmez. Siz yapmadıysanız şifrenizi hemen değiştirin ve açık oturumlarınızı gözden geçirin.`,
    ],
    action: {
      label: words`Güvenlik Ayarlarına Git`,
      url: mail.linkTo(words`/account#guvenlik`),
    },
  };
  await mail.queue(tx, owner, letter, postage);
}

const NAMES = {
  totp: { first: words`Doğrulama kodları`, within: words`doğrulama kodları` },
  passkey: { first: words`Geçiş anahtarı`, within: words`geçiş anahtarı` },
};

function wordsOf(news: SecurityNews): { subject: Words; text: Words } {
  switch (news.what) {
    case "new_browser": {
      const where = deviceWords(news.device);
      return {
        subject: words`Hesabınıza yeni bir tarayıcıdan giriş yapıldı`,
        text: words`Hesabınıza daha önce görmediğimiz bir tarayıcıdan giriş yapıldı: ${where}.`,
      };
    }
    case "factor_added":
      return {
        subject: words`${NAMES[news.factor].first} eklendi`,
        text: words`Hesabınıza giriş için yeni bir yol eklendi: ${NAMES[news.factor].within}.`,
      };
    case "factor_removed":
      return {
        subject: words`${NAMES[news.factor].first} kaldırıldı`,
        text: words`Hesabınıza giriş için kullandığınız bir yol kaldırıldı: ${NAMES[news.factor].within}.`,
      };
    case "recovery_code_used":
      return {
        subject: words`Kurtarma koduyla giriş yapıldı`,
        text: words`Hesabınıza bir kurtarma koduyla giriş yapıldı. Kalan kurtarma kodu: ${news.left}.`,
      };
    case "recovery_codes_renewed":
      return {
        subject: words`Kurtarma kodları yenilendi`,
        text: words`Hesabınızın kurtarma kodları yenilendi. Eski kodlar artık geçmez.`,
      };
    case "data_downloaded":
      return {
        subject: words`Bilgileriniz indirildi`,
        text: words`Hesabınızda tuttuğumuz bilgilerin bir kopyası az önce indirildi.`,
      };
  }
}

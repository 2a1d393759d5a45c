import type { Device } from "#contract/endpoints/open-sessions.ts";
import type { FactorMethod } from "#contract/endpoints/second-factors.ts";
import type { Transaction } from "#server/db/database.ts";
import type { Letter } from "#server/mail/letter.ts";
import type { Mail } from "#server/mail/mail.ts";
import { findRecipient } from "./recipients.reads.ts";

/** What a new password removed besides the sessions. */
export type Removed = "nothing" | "earlier ways in" | "everything";

const REMOVED: Record<Removed, string[]> = {
  nothing: [],
  "earlier ways in": [
    "Adresiniz doğrulanmadan önce eklenmiş geçiş anahtarları ve bağlı hesaplar kaldırıldı. Sizinse güvenlik ayarlarınızdan yeniden ekleyebilirsiniz.",
  ],
  everything: [
    "Adresinizi ilk kez bu şifreyle doğruladınız. Bu yüzden hesabı daha önce kullanmış olabilecek kimseye bir yol kalmadı: doğrulama kodları, geçiş anahtarları, bağlı hesaplar ve adresi geri alan bağlantılar kaldırıldı.",
  ],
};

export const passwordChangedLetter = (
  name: string,
  url: string,
  removed: Removed = "nothing",
): Letter => ({
  kind: "password-changed",
  subject: "Şifreniz değişti",
  name,
  paragraphs: [
    "Hesabınızın şifresi az önce değiştirildi ve diğer cihazlardaki oturumlarınız kapatıldı.",
    ...REMOVED[removed],
    "Bunu siz yapmadıysanız hemen yeni bir şifre belirleyin.",
  ],
  action: { label: "Yeni Şifre İste", url },
});

/** What an account's owner is told by mail, if mail is set up. */
type SecurityNews =
  | { what: "new_browser"; device: Device }
  | { what: "factor_added" | "factor_removed"; factor: Exclude<FactorMethod, "recovery_code"> }
  | { what: "recovery_code_used"; left: number }
  | { what: "recovery_codes_renewed" };

/** Queues a letter about an event, in the event's transaction. */
export async function tellOwner(
  mail: Mail,
  tx: Transaction,
  userId: number,
  news: SecurityNews,
): Promise<void> {
  if (!mail.on) return;
  const owner = await findRecipient(tx, userId);
  if (!owner) return;
  const { subject, text } = wordsOf(news);
  await mail.queue(tx, owner.email, {
    ...{ kind: news.what, subject, name: owner.name },
    paragraphs: [
      text,
      "Bunu siz yaptıysanız bir şey yapmanız gerekmez. Siz yapmadıysanız şifrenizi hemen değiştirin ve açık oturumlarınızı gözden geçirin.",
    ],
    action: { label: "Güvenlik Ayarlarına Git", url: mail.linkTo("/account#guvenlik") },
  });
}

const NAMES = { totp: "Doğrulama kodları", passkey: "Geçiş anahtarı" };

function wordsOf(news: SecurityNews): { subject: string; text: string } {
  switch (news.what) {
    case "new_browser": {
      const { browser, system } = news.device;
      const where = [browser, system].filter(Boolean).join(", ") || "tanınmayan bir program";
      return {
        subject: "Hesabınıza yeni bir tarayıcıdan giriş yapıldı",
        text: `Hesabınıza daha önce görmediğimiz bir tarayıcıdan giriş yapıldı: ${where}.`,
      };
    }
    case "factor_added":
      return {
        subject: `${NAMES[news.factor]} eklendi`,
        text: `Hesabınıza giriş için yeni bir yol eklendi: ${NAMES[news.factor].toLowerCase()}.`,
      };
    case "factor_removed":
      return {
        subject: `${NAMES[news.factor]} kaldırıldı`,
        text: `Hesabınıza giriş için kullandığınız bir yol kaldırıldı: ${NAMES[news.factor].toLowerCase()}.`,
      };
    case "recovery_code_used":
      return {
        subject: "Kurtarma koduyla giriş yapıldı",
        text: `Hesabınıza bir kurtarma koduyla giriş yapıldı. Kalan kurtarma kodu: ${news.left}.`,
      };
    case "recovery_codes_renewed":
      return {
        subject: "Kurtarma kodları yenilendi",
        text: "Hesabınızın kurtarma kodları yenilendi. Eski kodlar artık geçmez.",
      };
  }
}

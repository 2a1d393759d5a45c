import { BRAND } from "#contract/brand.ts";
import { CODE_MINUTES } from "#contract/limits.ts";
import type { Letter } from "#server/mail/letter.ts";
import { operatorWords, type Words, words } from "#server/mail/words.ts";

const SITE = operatorWords(BRAND);
const NOT_YOU = words`Bunu siz istemediyseniz bu e-postayı yok sayın; adresinizle bir şey yapılmaz.`;

/** Whose address it is: nobody's, an account's, or one's that nobody has verified. */
export type MailboxState = "free" | "verified" | "unverified";

const WHAT_USING_DOES: Record<MailboxState, Words[]> = {
  free: [
    words`Kodu kullandığınızda bu adresle bir hesabınız olur. Hesabınızı dilediğiniz an silebilirsiniz.`,
  ],
  verified: [],
  unverified: [
    words`Bu adresle açılmış, ama doğrulanmamış bir hesap var. Kodu kullanırsanız adres doğrulanır ve o hesabı daha önce kullanmış olabilecek kimseye bir yol kalmaz: şifresi, oturumları, doğrulama kodları, geçiş anahtarları ve bağlı hesapları kaldırılır.`,
  ],
};

/** The letter that signs in. May go to an address that nobody has verified. */
export const codeLetter = (
  { code, url }: { code: Words; url: Words },
  { votes, mailbox }: { votes: boolean; mailbox: MailboxState },
): Letter => ({
  kind: "code",
  subject: votes ? words`Oyunuz için kodunuz` : words`Giriş kodunuz`,
  paragraphs: [
    votes
      ? words`${SITE} üzerinde bir ankette oy vermek için bu adres yazıldı. Oyunuzun sayılması için kodu, istediğiniz sayfaya yazın:`
      : words`${SITE} hesabınıza şifresiz giriş için bir kod istendi. Kodu, istediğiniz sayfaya yazın:`,
  ],
  code,
  action: { label: words`Kod Yazmadan Devam Et`, url },
  notes: [
    words`Kod da düğme de ${CODE_MINUTES} dakika geçerlidir; ikisinden biri bir kez kullanılır. Düğme bütün cihazlarda çalışır ve ne yapacağını önce gösterir.`,
    words`Kodu kimseye söylemeyin; sizden hiç kimse istemez.`,
    ...WHAT_USING_DOES[mailbox],
    NOT_YOU,
  ],
});

/** Goes instead where a second factor stands, so that a mailbox alone does not open the account. */
export const secondStepLetter = (url: Words): Letter => ({
  kind: "code-second-step",
  subject: words`Girişinizi iki adımla yapın`,
  paragraphs: [
    words`${SITE} hesabınıza şifresiz giriş için bir kod istendi. Hesabınızda iki adımlı doğrulama açık olduğu için kodla giriş yapılamıyor: Giriş sayfasından şifreniz ve ikinci adımınızla ya da geçiş anahtarınızla girin. Oyunuzu ardından verebilirsiniz.`,
  ],
  action: { label: words`Giriş Yap`, url },
  notes: [NOT_YOU],
});

/** Goes instead where there is no account and nobody agreed to open one. */
export const noAccountLetter = (url: Words, isOpen: boolean): Letter => ({
  kind: "code-no-account",
  subject: words`Bu adresle bir hesap yok`,
  paragraphs: [
    isOpen
      ? words`${SITE} sitesine şifresiz giriş için bu adres yazıldı, ama bu adresle açılmış bir hesap yok. Başka bir adresle kayıt olmuş olabilirsiniz; isterseniz bu adresle yeni bir hesap açın.`
      : words`${SITE} sitesine şifresiz giriş için bu adres yazıldı, ama bu adresle açılmış bir hesap yok. Başka bir adresle kayıt olmuş olabilirsiniz. Site şu anda herkesin kaydına açık değil.`,
  ],
  action: { label: isOpen ? words`Kayıt Ol` : words`Giriş Yap`, url },
  notes: [NOT_YOU],
});

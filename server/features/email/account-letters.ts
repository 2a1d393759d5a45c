import { BRAND } from "#contract/brand.ts";
import type { Letter } from "#server/mail/letter.ts";

/**
 * Goes to an address that nobody has verified, perhaps a stranger's: the nickname, which has only
 * letters and digits, is the only text from the person who typed the address.
 */
export const verificationLetter = (nickname: string, url: string): Letter => ({
  kind: "verify",
  subject: "E-posta adresinizi doğrulayın",
  paragraphs: [
    `${BRAND} üzerindeki “${nickname}” hesabı için bu adres yazıldı. Adresin size ait olduğunu aşağıdaki düğmeyle doğrulayın.`,
  ],
  action: { label: "Adresimi Doğrula", url },
  notes: [
    "Bağlantı 24 saat geçerlidir ve bir kez kullanılır.",
    "Bu hesabı siz açmadıysanız doğrulamayın. Açılan sayfadaki “Bu hesabı ben açmadım” adresinizi o hesaptan ayırır.",
  ],
});

/** Goes to the account's previous address. */
export const emailChangedLetter = (name: string, email: string, url: string): Letter => ({
  kind: "email-changed",
  subject: "E-posta adresiniz değişti",
  name,
  paragraphs: [
    `Hesabınızın e-posta adresi artık ${email}. Bu değişikliği siz yaptıysanız bir şey yapmanız gerekmez.`,
    "Siz yapmadıysanız aşağıdaki düğmeyle geri alın: Bu adres yeniden hesabınızın adresi olur, bütün oturumlar kapanır, bu sırada eklenen giriş yolları kaldırılır ve yeni bir şifre belirlemeniz için size bir bağlantı daha göndeririz.",
  ],
  action: { label: "Değişikliği Geri Al", url },
  notes: ["Bağlantı 7 gün geçerlidir."],
});

export const resetLetter = (name: string | undefined, url: string): Letter => ({
  kind: "reset",
  subject: "Yeni şifrenizi belirleyin",
  ...(name && { name }),
  paragraphs: [
    `${BRAND} hesabınız için yeni bir şifre istendi. Aşağıdaki düğmeyle belirleyebilirsiniz; bütün cihazlardaki oturumlarınız kapanır.`,
  ],
  action: { label: "Yeni Şifre Belirle", url },
  notes: [
    "Bağlantı 30 dakika geçerlidir ve bir kez kullanılır.",
    "Bunu siz istemediyseniz bu e-postayı yok sayın; şifreniz değişmez.",
  ],
});

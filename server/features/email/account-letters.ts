import { BRAND } from "#contract/brand.ts";
import type { Letter } from "#server/mail/letter.ts";
import { operatorWords, type Words, words } from "#server/mail/words.ts";

const SITE = operatorWords(BRAND);

/** Goes to an address that nobody has verified, perhaps a stranger's. */
export const verificationLetter = (nickname: Words, url: Words): Letter => ({
  kind: "verify",
  subject: words`E-posta adresinizi doğrulayın`,
  paragraphs: [
    words`${SITE} üzerindeki “${nickname}” hesabı için bu adres yazıldı. Adresin size ait olduğunu aşağıdaki düğmeyle doğrulayın.`,
  ],
  action: { label: words`Adresimi Doğrula`, url },
  notes: [
    words`Bağlantı 24 saat geçerlidir ve bir kez kullanılır.`,
    words`Bu hesabı siz açmadıysanız doğrulamayın. Açılan sayfadaki “Bu hesabı ben açmadım” adresinizi o hesaptan ayırır.`,
  ],
});

/** Goes to the account's previous address. */
export const emailChangedLetter = (url: Words): Letter => ({
  kind: "email-changed",
  subject: words`E-posta adresiniz değişti`,
  paragraphs: [
    words`Hesabınızın e-posta adresi değiştirildi. Bu değişikliği siz yaptıysanız bir şey yapmanız gerekmez.`,
    words`Siz yapmadıysanız aşağıdaki düğmeyle geri alın: Bu adres yeniden hesabınızın adresi olur, bütün oturumlar kapanır, bu sırada eklenen giriş yolları kaldırılır ve yeni bir şifre belirlemeniz için size bir bağlantı daha göndeririz.`,
  ],
  action: { label: words`Değişikliği Geri Al`, url },
  notes: [words`Bağlantı 7 gün geçerlidir.`],
});

/** May go to an address that nobody has verified. */
export const resetLetter = (url: Words): Letter => ({
  kind: "reset",
  subject: words`Yeni şifrenizi belirleyin`,
  paragraphs: [
    words`${SITE} hesabınız için yeni bir şifre istendi. Aşağıdaki düğmeyle belirleyebilirsiniz; bütün cihazlardaki oturumlarınız kapanır.`,
  ],
  action: { label: words`Yeni Şifre Belirle`, url },
  notes: [
    words`Bağlantı 30 dakika geçerlidir ve bir kez kullanılır.`,
    words`Bunu siz istemediyseniz bu e-postayı yok sayın; şifreniz değişmez.`,
  ],
});

import type { Letter } from "#server/mail/letter.ts";
import { type Words, words } from "#server/mail/words.ts";

/** `label` is the text of the provider's button, such as "Google ile devam et". */
export const identityLinkedLetter = (label: Words, url: Words): Letter => ({
  kind: "identity-linked",
  subject: words`Hesabınıza yeni bir giriş yolu bağlandı`,
  paragraphs: [
    words`Hesabınıza artık “${label}” ile de girilebiliyor.`,
    words`Bunu siz yapmadıysanız hesap sayfanızdaki “Güvenlik” bölümünden bağlantıyı kaldırın ve şifrenizi değiştirin.`,
  ],
  action: { label: words`Hesabıma Git`, url },
});

export const identityUnlinkedLetter = (label: Words, url: Words): Letter => ({
  kind: "identity-unlinked",
  subject: words`Hesabınızdan bir giriş yolu kaldırıldı`,
  paragraphs: [
    words`Hesabınıza artık “${label}” ile girilemiyor.`,
    words`Bunu siz yapmadıysanız hemen yeni bir şifre belirleyin.`,
  ],
  action: { label: words`Yeni Şifre İste`, url },
});

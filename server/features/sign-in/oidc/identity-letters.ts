import type { Letter } from "#server/mail/letter.ts";

/** `label` is the text of the provider's button, such as "Google ile devam et". */
export const identityLinkedLetter = (name: string, label: string, url: string): Letter => ({
  kind: "identity-linked",
  subject: "Hesabınıza yeni bir giriş yolu bağlandı",
  name,
  paragraphs: [
    `Hesabınıza artık “${label}” ile de girilebiliyor.`,
    "Bunu siz yapmadıysanız hesap sayfanızdaki “Güvenlik” bölümünden bağlantıyı kaldırın ve şifrenizi değiştirin.",
  ],
  action: { label: "Hesabıma Git", url },
});

export const identityUnlinkedLetter = (name: string, label: string, url: string): Letter => ({
  kind: "identity-unlinked",
  subject: "Hesabınızdan bir giriş yolu kaldırıldı",
  name,
  paragraphs: [
    `Hesabınıza artık “${label}” ile girilemiyor.`,
    "Bunu siz yapmadıysanız hemen yeni bir şifre belirleyin.",
  ],
  action: { label: "Yeni Şifre İste", url },
});

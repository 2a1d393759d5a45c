/**
 * URL → page (R115, R119, R120). `page` is a file in web/pages; `title` is the document's title
 * unless the page's `head` sets another. `isPersonal` pages show one person's own data and do not
 * belong in shared caches.
 */
export const routes: Record<string, { page: string; title: string; isPersonal?: true }> = {
  "/": { page: "home-page", title: "Anasayfa" },
  "/feed": { page: "feed-page", title: "Akış" },
  "/surveys": { page: "surveys-page", title: "Tüm Anketler" },
  "/surveys/$id": { page: "survey-page", title: "Oy Kullan" },
  "/surveys/$id/results": { page: "results-page", title: "Sonuçlar" },
  "/surveys/$id/proof": { page: "survey-proof-page", title: "Sonuç Kanıtı" },
  "/survey/create": { page: "create-survey-page", title: "Anket Oluştur" },
  "/discovery": { page: "discovery-page", title: "Keşfet" },
  "/profile/$nickname": { page: "profile-page", title: "Profil" },
  "/users/$nickname": { page: "profile-redirect-page", title: "Profil" },
  "/account": { page: "account-page", title: "Hesabım", isPersonal: true },
  "/moderation/{-$id}": { page: "moderation-page", title: "İnceleme", isPersonal: true },
  "/invitations": { page: "invitations-page", title: "Davetler", isPersonal: true },
  "/notifications": { page: "notifications-page", title: "Bildirimler", isPersonal: true },
  "/login": { page: "login-page", title: "Giriş Yap" },
  "/login/callback/$provider": {
    page: "provider-callback-page",
    title: "Giriş Yapılıyor",
    isPersonal: true,
  },
  "/register": { page: "register-page", title: "Kayıt Ol" },
  "/password/forgot": { page: "forgot-password-page", title: "Şifremi Unuttum" },
  "/password/reset": { page: "reset-password-page", title: "Yeni Şifre", isPersonal: true },
  "/email/verify": { page: "verify-email-page", title: "E-posta Doğrulama", isPersonal: true },
  "/code": { page: "code-page", title: "Oy Onayı", isPersonal: true },
  "/email/undo": {
    page: "undo-email-page",
    title: "Adres Değişikliğini Geri Alma",
    isPersonal: true,
  },
  "/logout": { page: "logout-page", title: "Çıkış", isPersonal: true },
  "/about": { page: "texts/about-page", title: "Hakkımda" },
  "/support": { page: "texts/support-page", title: "Destek" },
  "/contact": { page: "texts/contact-page", title: "İletişim" },
  "/team": { page: "texts/team-page", title: "Ekip" },
  "/company": { page: "texts/company-page", title: "Şirket" },
  "/blog": { page: "texts/blog-page", title: "Blog" },
  "/privacy": { page: "texts/privacy-page", title: "Gizlilik Politikası" },
  "/rules": { page: "texts/rules-page", title: "Topluluk Kuralları" },
  "/transparency": { page: "transparency-page", title: "Şeffaflık" },
  "/kvkk": { page: "texts/kvkk-page", title: "KVKK Aydınlatma Metni" },
  "/$": { page: "not-found-page", title: "Sayfa Bulunamadı" },
};

/**
 * URL → page (R115, R119, R120). `page` is a file in web/pages; `title` is the document's title unless
 * the page's `head` sets another.
 */
export const routes: Record<string, { page: string; title: string }> = {
  "/": { page: "home-page", title: "Anasayfa" },
  "/surveys": { page: "surveys-page", title: "Tüm Anketler" },
  "/surveys/$id": { page: "survey-page", title: "Oy Kullan" },
  "/survey/create": { page: "create-survey-page", title: "Anket Oluştur" },
  "/discovery": { page: "discovery-page", title: "Keşfet" },
  "/profile/$nickname": { page: "profile-page", title: "Profil" },
  "/users/$nickname": { page: "profile-redirect-page", title: "Profil" },
  "/account": { page: "account-page", title: "Hesabım" },
  "/invitations": { page: "invitations-page", title: "Davetler" },
  "/notifications": { page: "notifications-page", title: "Bildirimler" },
  "/login": { page: "login-page", title: "Giriş Yap" },
  "/login/callback/$provider": { page: "provider-callback-page", title: "Giriş Yapılıyor" },
  "/register": { page: "register-page", title: "Kayıt Ol" },
  "/password/forgot": { page: "forgot-password-page", title: "Şifremi Unuttum" },
  "/password/reset": { page: "reset-password-page", title: "Yeni Şifre" },
  "/email/verify": { page: "verify-email-page", title: "E-posta Doğrulama" },
  "/email/undo": { page: "undo-email-page", title: "Adres Değişikliğini Geri Alma" },
  "/logout": { page: "logout-page", title: "Çıkış" },
  "/about": { page: "about-page", title: "Hakkımda" },
  "/support": { page: "support-page", title: "Destek" },
  "/contact": { page: "contact-page", title: "İletişim" },
  "/team": { page: "team-page", title: "Ekip" },
  "/company": { page: "company-page", title: "Şirket" },
  "/blog": { page: "blog-page", title: "Blog" },
  "/privacy": { page: "privacy-page", title: "Gizlilik Politikası" },
  "/kvkk": { page: "kvkk-page", title: "KVKK Aydınlatma Metni" },
  "/$": { page: "not-found-page", title: "Sayfa Bulunamadı" },
};

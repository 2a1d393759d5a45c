/** Of calls that sign somebody in or ask for a proof, in the form of `ERRORS`. */
export const SIGN_IN_ERRORS = {
  registration_closed: [
    403,
    "Kayıt Kapalı",
    "Bu siteye şu anda yeni üye alınmıyor. Hesabınız varsa giriş yapabilirsiniz.",
  ],
  invitation_needed: [
    403,
    "Davet Gerekli",
    "Kayıt için geçerli bir davet bağlantısı gerekiyor. Bağlantınızın süresi ya da hakkı dolmuş olabilir; sizi davet edenden yenisini isteyin.",
  ],
  invalid_credentials: [401, "Giriş Hatası", "Giriş bilgileri hatalı"],
  wrong_password: [403, "Şifre Hatalı", "Şifreniz hatalı. Lütfen tekrar deneyin."],
  second_factor_required: [
    403,
    "İkinci Adım Gerekli",
    "Giriş yapmak için ikinci adımı da tamamlamalısınız.",
  ],
  wrong_code: [
    403,
    "Kod Hatalı",
    "Kod hatalı ya da daha önce kullanılmış. Lütfen yeni bir kodla deneyin.",
  ],
  sign_in_expired: [
    403,
    "Girişin Süresi Doldu",
    "Lütfen e-posta adresiniz ve şifrenizle girişe yeniden başlayın.",
  ],
  passkey_refused: [
    403,
    "Geçiş Anahtarı Doğrulanamadı",
    "Geçiş anahtarı kabul edilmedi. Lütfen yeniden deneyin ya da başka bir yol seçin.",
  ],
  proof_required: [403, "Kimliğinizi Doğrulayın", "Bu işlem için kimliğinizi doğrulamalısınız."],
  sign_in_again: [
    403,
    "Yeniden Giriş Yapın",
    "Güvenliğiniz için bu işlem ancak girişten sonraki on dakika içinde yapılabilir. Çıkış yapıp yeniden giriş yapın ya da varsa geçiş anahtarınızı kullanın.",
  ],
  sign_in_to_verify: [
    403,
    "Giriş Gerekli",
    "Adresi doğrulamak için bu hesaba giriş yapın ya da hesabın şifresini yazın.",
  ],
  password_missing: [
    403,
    "Hesabınızın Şifresi Yok",
    "Bu işlem şifrenizi ister, hesabınızın ise henüz şifresi yok. Giriş sayfasındaki “Şifremi unuttum” ile bir şifre belirleyip yeniden deneyin.",
  ],
  provider_refused: [
    403,
    "Giriş Doğrulanamadı",
    "Bu giriş doğrulanamadı, hesabınızda bir şey değişmedi. Lütfen giriş sayfasından yeniden başlayın.",
  ],
  provider_email_unverified: [
    403,
    "Adres Doğrulanmamış",
    "Bu hesabın e-posta adresi sağlayıcısında doğrulanmamış. Önce orada doğrulayın ya da e-posta ve şifreyle kayıt olun.",
  ],
  account_incomplete: [
    403,
    "Hesabınızı Tamamlayın",
    "Bunun için önce adınızı, kullanıcı adınızı ve şifrenizi belirlemelisiniz.",
  ],
  code_expired: [
    410,
    "Kodun Süresi Doldu",
    "Bu kod artık geçerli değil. Lütfen yeni bir kod isteyin.",
  ],
  account_complete: [409, "Hesabınız Tamam", "Bu bilgileri daha önce verdiniz."],
} as const;

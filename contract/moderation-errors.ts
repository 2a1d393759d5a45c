/** The errors of reports, decisions and what they do, a part of `ERRORS`. */
export const MODERATION_ERRORS = {
  account_suspended: [
    403,
    "Hesabınız Askıda",
    "Hesabınız Topluluk Kuralları gereği askıya alındı. Nedenini, süresini ve itiraz yolunu bildirimlerinizdeki karardan görebilirsiniz.",
  ],
  staff_factor_missing: [
    403,
    "İki Adımlı Doğrulama Gerekli",
    "Karar verebilmek için önce hesap sayfanızdaki “Güvenlik” bölümünden iki adımlı doğrulamayı açın.",
  ],
  case_not_found: [404, "Bulunamadı", "Böyle bir inceleme yok ya da konusu silinmiş."],
  report_not_found: [
    404,
    "Bildirim Bulunamadı",
    "Böyle bir bildirim yok ya da bildirenin hesabı silinmiş.",
  ],
  decision_not_found: [404, "Karar Bulunamadı", "Böyle bir karar yok ya da konusu silinmiş."],
  legal_request_not_found: [404, "Talep Bulunamadı", "Böyle bir hukuki talep yok."],
  legal_request_answered: [409, "Yanıtlanmış", "Bu talep daha önce yanıtlandı."],
  quiet_period_not_found: [
    404,
    "Sessiz Dönem Bulunamadı",
    "Böyle bir sessiz dönem yok ya da silinmiş.",
  ],
  survey_hidden: [
    409,
    "Anket Yayında Değil",
    "Bu anket incelemede ya da yayından kaldırıldı; bu süre içinde oy alamaz ve değiştirilemez.",
  ],
  already_reported: [409, "Zaten Bildirdiniz", "Bunu daha önce bildirdiniz."],
  objection_closed: [
    409,
    "İtiraz Edilemiyor",
    "Bu karara daha önce itiraz ettiniz, süresi doldu ya da karar geri alındı.",
  ],
  case_changed: [
    409,
    "Bu Arada Değişti",
    "Siz bakarken yeni bir bildirim geldi ya da başka biri karar verdi. Son durumu inceleyip yeniden karar verin.",
  ],
  image_refused: [
    422,
    "Resim Kullanılamaz",
    "Bu resim, Topluluk Kuralları gereği kaldırılan bir resimle aynı ya da çok benzer. Lütfen başka bir resim seçin.",
  ],
  own_case: [409, "Sizinle İlgili", "Kendinizle ilgili bir konuda karar veremezsiniz."],
  other_moderator: [
    409,
    "Başka Biri Karar Vermeli",
    "İtiraza, ilk kararı vermeyen bir yetkili bakmalı.",
  ],
  admin_decides: [403, "Yönetici Karar Verecek", "Bu konu yöneticilere iletildi."],
  no_admin: [
    409,
    "Yönetici Yok",
    "Bu sitede karar verebilecek bir yönetici yok; konuyu siz sonuçlandırabilirsiniz.",
  ],
  self_report: [422, "Bildirme Hatası", "Kendinizi ya da kendi anketinizi bildiremezsiniz."],
} as const;

import { MODERATION_ERRORS } from "./moderation-errors.ts";
import { SESSION_ENDED } from "./session-ended.ts";
import { SIGN_IN_ERRORS } from "./sign-in-errors.ts";

/**
 * Every error the API can return: its status, its Turkish title and its Turkish message, which can
 * be shown to people as it is (R147). Programs use `code`.
 */
export const ERRORS = {
  invalid_request: [
    400,
    "Geçersiz İstek",
    "İstek anlaşılamadı. Lütfen sayfayı yenileyip tekrar deneyin.",
  ],
  unauthenticated: [401, "Giriş Gerekli", "Bu işlem için giriş yapmalısınız."],
  invalid_token: SESSION_ENDED,
  ...SIGN_IN_ERRORS,
  ...MODERATION_ERRORS,
  forbidden: [403, "Yetkiniz Yok", "Bu işlemi yapmaya yetkiniz yok."],
  not_invitable: [
    403,
    "Davet Edilemedi",
    "Bu kişi davet almayı sınırlamış. Bağlantıyı gönderirseniz kendisi katılabilir.",
  ],
  email_unverified: [
    403,
    "E-posta Doğrulanmadı",
    "Bu ankette oyunuzun sayılması için e-posta adresinizi doğrulamalısınız.",
  ],
  challenge_required: [
    403,
    "Güvenlik Doğrulaması",
    "Kısa sürede çok fazla istek yapıldığı için güvenlik doğrulaması gerekiyor, ama tamamlanamadı. Lütfen tekrar deneyin.",
  ],
  results_hidden: [403, "Sonuçlar Gizli", "Sonuçlar oy verdikten sonra görünür."],
  too_few_votes: [
    403,
    "Sonuçlar Gizli",
    "Oylar gizli kalsın diye özel anketlerde sonuçlar yeterince oy gelmeden görünmez.",
  ],
  not_found: [404, "Bulunamadı", "Aradığınız içerik bulunamadı."],
  survey_not_found: [404, "Anket Bulunamadı", "Böyle bir anket yok ya da size açık değil."],
  person_not_found: [404, "Kullanıcı Bulunamadı", "Böyle bir kullanıcı yok."],
  mail_off: [
    404,
    "E-posta Kapalı",
    "Bu site e-posta göndermiyor. Yardım için iletişim sayfasından bize yazabilirsiniz.",
  ],
  link_unknown: [
    404,
    "Bağlantı Geçersiz",
    "Bu bağlantı eksik ya da hatalı. E-postadaki bağlantıyı bütünüyle açın ya da yenisini isteyin.",
  ],
  method_not_allowed: [405, "İzin Verilmeyen İşlem", "Bu adres bu işlemi desteklemiyor."],
  request_timeout: [
    408,
    "Bağlantı Çok Yavaş",
    "İsteğiniz zamanında ulaşmadı. Lütfen bağlantınızı kontrol edip tekrar deneyin.",
  ],
  vote_not_found: [404, "Oyunuz Bulunamadı", "Bu ankette bir oyunuz yok."],
  not_sealed: [404, "Sonuç Kanıtı Yok", "Bu anketin mühürlenmiş bir sonucu yok."],
  receipt_not_found: [404, "Makbuz Bulunamadı", "Bu makbuz, anketin makbuzları arasında yok."],
  receipt_lost: [
    409,
    "Makbuz Gösterilemiyor",
    "Bu anket mühürlendikten sonra sitenin gizli anahtarı değişti. Daha önce sakladığınız makbuz geçerlidir, yeniden gösterilemez.",
  ],
  already_voted: [409, "Oy Verildi", "Bu ankette daha önce oy kullandınız."],
  vote_fixed: [409, "Oy Değiştirilemez", "Bu ankette verilen oy değiştirilemez ve geri çekilemez."],
  survey_ended: [409, "Anket Sona Erdi", "Bu anket sona erdi, artık oy verilemiyor."],
  survey_not_started: [409, "Anket Başlamadı", "Bu anket henüz başlamadı."],
  survey_not_published: [409, "Anket Yayında Değil", "Bu anket henüz yayınlanmadı."],
  survey_locked: [409, "Anket Yayında", "Bu anketin sorusu ve şıkları artık değiştirilemez."],
  nickname_taken: [
    409,
    "Kullanıcı Adı Alınmış",
    "Bu kullanıcı adı alınmış. Lütfen başka bir tane seçin.",
  ],
  email_taken: [
    409,
    "E-posta Kayıtlı",
    "Bu e-posta adresiyle bir hesap zaten var. Giriş yapmayı deneyin.",
  ],
  provider_cancelled: [
    409,
    "Giriş Yarıda Kaldı",
    "Girişi tamamlamadınız. İsterseniz yeniden deneyin ya da e-posta ve şifrenizle giriş yapın.",
  ],
  link_identity_first: [
    409,
    "Bu Adresle Bir Hesap Var",
    "Bu e-posta adresiyle daha önce bir hesap açılmış. Şifrenizle giriş yapın, ardından hesap sayfanızdaki “Güvenlik” bölümünden bağlayın. Şifrenizi bilmiyorsanız “Şifremi unuttum” ile yenisini belirleyin.",
  ],
  identity_taken: [
    409,
    "Bağlanamadı",
    "Bu hesap başka bir üyeliğe bağlı ya da son yedi günde bağlıydı, ya da üyeliğinize aynı sağlayıcıdan başka bir hesap bağlı.",
  ],
  votes_overlap: [
    409,
    "İkisi de Oy Vermiş",
    "Bu adres ya da hesap, sizin de oy verdiğiniz bir ankette eski bir üyelikle oy kullanmış. Üyeliğinize eklenirse o ankette iki oyu olurdu, bu yüzden eklenemiyor.",
  ],
  last_sign_in: [
    409,
    "Tek Giriş Yolunuz",
    "Hesabınıza başka bir yolla giremezsiniz. Kaldırmadan önce giriş sayfasındaki “Şifremi unuttum” ile bir şifre belirleyin.",
  ],
  link_used: [
    410,
    "Bağlantı Kullanılmış",
    "Bu bağlantı daha önce kullanıldı. Gerekirse yenisini isteyebilirsiniz.",
  ],
  link_expired: [
    410,
    "Bağlantının Süresi Dolmuş",
    "Bu bağlantının süresi doldu ya da yerine yenisi gönderildi. Yenisini isteyebilirsiniz.",
  ],
  factor_exists: [409, "Zaten Açık", "Doğrulama kodları zaten açık. Yenilemek için önce kapatın."],
  setup_expired: [
    409,
    "Kurulumun Süresi Doldu",
    "Kurulum on dakika içinde tamamlanmadı. Lütfen yeniden başlayın.",
  ],
  no_factor: [
    409,
    "İki Adımlı Doğrulama Kapalı",
    "Kurtarma kodları için önce doğrulama kodlarını açın ya da bir geçiş anahtarı ekleyin.",
  ],
  push_unavailable: [
    409,
    "Anlık Bildirim Gönderilemiyor",
    "Bu sunucu bu tarayıcıya anlık bildirim gönderemiyor. Bildirimleriniz sitede sizi bekler.",
  ],
  person_blocked: [
    409,
    "Bu Kişiyi Engellediniz",
    "Takip ya da davet etmek için önce engeli kaldırın.",
  ],
  blocks_limit: [
    409,
    "Liste Dolu",
    "En fazla 1.000 kişiyi engelleyebilir ya da sessize alabilirsiniz. Önce listenizden birini çıkarın.",
  ],
  awaited_ends_limit: [
    409,
    "Bekleme Sınırı",
    "Aynı anda en fazla 100 anketin bitişini bekleyebilirsiniz. Biri bitince yenisini ekleyebilirsiniz.",
  ],
  passkeys_unavailable: [
    409,
    "Geçiş Anahtarı Kullanılamıyor",
    "Geçiş anahtarları bu adreste kullanılamıyor.",
  ],
  passkey_limit: [
    409,
    "Geçiş Anahtarı Sınırı",
    "En fazla 20 geçiş anahtarınız olabilir. Yenisi için önce birini silin.",
  ],
  provider_expired: [
    410,
    "Girişin Süresi Doldu",
    "Girişin süresi doldu ya da giriş daha önce tamamlandı. Lütfen yeniden başlayın.",
  ],
  payload_too_large: [
    413,
    "Dosya Çok Büyük",
    "Gönderdiğiniz içerik çok büyük. Bir resim en fazla 10 MB olabilir.",
  ],
  unsupported_media_type: [415, "Desteklenmeyen İçerik", "Gönderilen içerik türü desteklenmiyor."],
  validation_failed: [422, "Eksik ya da Hatalı Bilgi", "Lütfen işaretli alanları kontrol edin."],
  invalid_nickname: [
    422,
    "Geçersiz Kullanıcı Adı",
    "Kullanıcı adı 3-30 karakter olmalı; yalnızca a-z, 0-9 ve _ içerebilir.",
  ],
  option_not_in_survey: [
    422,
    "Geçersiz Şık",
    "Seçtiğiniz şık bu ankete ait değil. Lütfen sayfayı yenileyin.",
  ],
  wrong_ballot: [
    422,
    "Oy Biçimi Farklı",
    "Bu ankette oy başka bir biçimde veriliyor. Lütfen sayfayı yenileyip yeniden oy verin.",
  ],
  choice_count_out_of_range: [
    422,
    "Seçim Sayısı Uymuyor",
    "Seçtiğiniz şıkların sayısı bu anketin sınırlarına uymuyor.",
  ],
  not_a_quiz: [422, "Sorulu Test Değil", "Bu, sorulu bir test değil."],
  answers_unfit: [
    422,
    "Yanıtlar Uymuyor",
    "Yanıtlarınız bu testin sorularına uymuyor. Lütfen sayfayı yenileyip yeniden deneyin.",
  ],
  choices_out_of_range: [
    422,
    "Yayınlama Hatası",
    "En az ve en çok kaç şık seçileceği birbirine ve şıkların sayısına uymalıdır.",
  ],
  questions_missing: [422, "Yayınlama Hatası", "Lütfen en az bir soru ekleyin."],
  options_missing: [422, "Yayınlama Hatası", "Sonuçlar minimum 2 tane olmalıdır"],
  image_missing: [422, "Dosya Hatası", "Dosya seçilemedi!"],
  image_format: [422, "Resim Format Hatası", "Lütfen sadece JPG, JPEG veya PNG seçin!"],
  image_too_large: [
    422,
    "Resim Çok Büyük",
    "Resim en fazla 40 megapiksel olabilir. Lütfen daha küçük bir resim seçin.",
  ],
  self_block: [422, "Engelleme Hatası", "Kendinizi engelleyemez ya da sessize alamazsınız."],
  self_follow: [422, "Takip Hatası", "Kendinizi takip edemezsiniz."],
  self_invitation: [422, "Davet Hatası", "Kendinizi davet edemezsiniz."],
  too_many_requests: [
    429,
    "Çok Fazla Deneme",
    "Çok fazla deneme yaptınız. Lütfen biraz bekleyip tekrar deneyin.",
  ],
  daily_quota: [
    429,
    "Günlük Sınır Doldu",
    "Bugünlük sınırınıza ulaştınız. Gece yarısından sonra devam edebilirsiniz.",
  ],
  headers_too_large: [431, "Geçersiz İstek", "İstek başlıkları çok büyük."],
  internal_error: [500, "Beklenmeyen Hata", "Beklenmeyen bir hata oluştu. Lütfen tekrar deneyin."],
  not_ready: [
    503,
    "Hizmet Hazır Değil",
    "Hizmet şu anda yanıt veremiyor. Lütfen birazdan tekrar deneyin.",
  ],
  outcome_unknown: [503, "Yanıt Yok", "Kaydedilip edilmediği belli değil. Lütfen tekrar deneyin."],
  provider_unavailable: [
    503,
    "Sağlayıcıya Ulaşılamıyor",
    "Seçtiğiniz giriş yöntemi şu anda yanıt vermiyor. Birazdan yeniden deneyin ya da e-posta ve şifrenizle giriş yapın.",
  ],
  overloaded: [
    503,
    "Hizmet Yoğun",
    "Şu anda çok yoğunuz. Lütfen birkaç saniye sonra tekrar deneyin.",
  ],
  storage_full: [
    503,
    "Kayıt Yapılamıyor",
    "Şu anda kayıt yapılamıyor. Lütfen birazdan tekrar deneyin.",
  ],
} as const satisfies Record<string, readonly [status: number, title: string, message: string]>;

export type ErrorCode = keyof typeof ERRORS;

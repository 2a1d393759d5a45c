/** Part of `ERRORS`: errors of receipts and sealed results. */
export const RECEIPT_ERRORS = {
  vote_not_found: [404, "Oyunuz Bulunamadı", "Bu ankette bir oyunuz yok."],
  not_sealed: [404, "Sonuç Kanıtı Yok", "Bu anketin mühürlenmiş bir sonucu yok."],
  receipt_not_found: [404, "Makbuz Bulunamadı", "Bu makbuz, anketin makbuzları arasında yok."],
  receipt_lost: [
    409,
    "Makbuz Gösterilemiyor",
    "Bu anket mühürlendikten sonra sitenin gizli anahtarı değişti. Daha önce sakladığınız makbuz geçerlidir, yeniden gösterilemez.",
  ],
} as const;

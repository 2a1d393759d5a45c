/**
 * The twelve statistical regions (İBBS-1, NUTS-1 for the European Union) and the plate codes of
 * their provinces (Eurostat, NUTS and statistical regions of Türkiye).
 */
export const REGIONS: readonly { code: string; name: string; provinces: readonly number[] }[] = [
  { code: "TR1", name: "İstanbul", provinces: [34] },
  { code: "TR2", name: "Batı Marmara", provinces: [10, 17, 22, 39, 59] },
  { code: "TR3", name: "Ege", provinces: [3, 9, 20, 35, 43, 45, 48, 64] },
  { code: "TR4", name: "Doğu Marmara", provinces: [11, 14, 16, 26, 41, 54, 77, 81] },
  { code: "TR5", name: "Batı Anadolu", provinces: [6, 42, 70] },
  { code: "TR6", name: "Akdeniz", provinces: [1, 7, 15, 31, 32, 33, 46, 80] },
  { code: "TR7", name: "Orta Anadolu", provinces: [38, 40, 50, 51, 58, 66, 68, 71] },
  { code: "TR8", name: "Batı Karadeniz", provinces: [5, 18, 19, 37, 55, 57, 60, 67, 74, 78] },
  { code: "TR9", name: "Doğu Karadeniz", provinces: [8, 28, 29, 52, 53, 61] },
  { code: "TRA", name: "Kuzeydoğu Anadolu", provinces: [4, 24, 25, 36, 69, 75, 76] },
  { code: "TRB", name: "Ortadoğu Anadolu", provinces: [12, 13, 23, 30, 44, 49, 62, 65] },
  { code: "TRC", name: "Güneydoğu Anadolu", provinces: [2, 21, 27, 47, 56, 63, 72, 73, 79] },
];

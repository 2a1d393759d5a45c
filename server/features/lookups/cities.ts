import type { City } from "#contract/endpoints/lookups.ts";
import { ApiError } from "#server/errors.ts";

/** In the order of their plate codes, the first of which is 1. */
const BY_PLATE_CODE = [
  "Adana Adıyaman Afyonkarahisar Ağrı Amasya Ankara Antalya Artvin Aydın",
  "Balıkesir Bilecik Bingöl Bitlis Bolu Burdur Bursa Çanakkale Çankırı Çorum",
  "Denizli Diyarbakır Edirne Elazığ Erzincan Erzurum Eskişehir Gaziantep Giresun Gümüşhane",
  "Hakkâri Hatay Isparta Mersin İstanbul İzmir Kars Kastamonu Kayseri Kırklareli",
  "Kırşehir Kocaeli Konya Kütahya Malatya Manisa Kahramanmaraş Mardin Muğla Muş",
  "Nevşehir Niğde Ordu Rize Sakarya Samsun Siirt Sinop Sivas Tekirdağ",
  "Tokat Trabzon Tunceli Şanlıurfa Uşak Van Yozgat Zonguldak Aksaray Bayburt",
  "Karaman Kırıkkale Batman Şırnak Bartın Ardahan Iğdır Yalova Karabük Kilis",
  "Osmaniye Düzce",
]
  .join(" ")
  .split(" ");

const byTurkishName = new Intl.Collator("tr").compare;

/** The 81 provinces in Turkish alphabetical order (R96). */
export const CITIES: readonly City[] = BY_PLATE_CODE.map((name, i) => ({ code: i + 1, name })).sort(
  (a, b) => byTurkishName(a.name, b.name),
);

/** Throws 422 for an unknown plate code. */
export function requireCity(code: number): void {
  if (code <= CITIES.length) return;
  throw new ApiError("validation_failed", {
    fields: { city_id: "Lütfen listeden bir şehir seçin." },
  });
}

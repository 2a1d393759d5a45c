import type { Category } from "#contract/endpoints/lookups.ts";
import { ApiError } from "#server/errors.ts";

/** Surveys refer to these ids forever: rename freely, append, never renumber (R97). */
export const CATEGORIES: readonly Category[] = [
  { id: 1, name: "Gündem" },
  { id: 2, name: "Şehir ve Yaşam" },
  { id: 3, name: "Yemek" },
  { id: 4, name: "Spor" },
  { id: 5, name: "Müzik" },
  { id: 6, name: "Sinema ve Dizi" },
  { id: 7, name: "Kitap" },
  { id: 8, name: "Oyun" },
  { id: 9, name: "Teknoloji" },
  { id: 10, name: "Bilim ve Doğa" },
  { id: 11, name: "Tarih ve Sanat" },
  { id: 12, name: "Eğitim" },
  { id: 13, name: "Sağlık" },
  { id: 14, name: "Seyahat" },
];

const NAMES = new Map(CATEGORIES.map(({ id, name }) => [id, name]));

/** Empty for an unknown id. */
export const categoryName = (id: number): string => NAMES.get(id) ?? "";

/** Throws 422 for an unknown id. */
export function requireCategory(id: number): void {
  if (NAMES.has(id)) return;
  throw new ApiError("validation_failed", {
    fields: { category_id: "Lütfen listeden bir kategori seçin." },
  });
}

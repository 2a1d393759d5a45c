import { dictionary } from "@zxcvbn-ts/language-common";
import { foldLetters } from "#contract/shapes/folded-letters.ts";
import { ApiError } from "#server/errors.ts";

/** Common in Türkiye, in folded letters; the library's list comes from worldwide leaks. */
const TURKISH = [
  "1903bjk 1905gs 1907fb 341934 34istanbul adanaspor ahmet123 allah123 allahim anahtar ankara06",
  "annecim araba123 askim123 askimsin ataturk ataturk1881 ayse123 bahar123 bebegim benimsifrem",
  "berkay besiktas1903 bjk1903 bursa16 bursaspor canim123 canimannem canimbenim cansu123",
  "cicek123 cimbom1905 deneme123 deniz123 denizli elif123 emre123 erkan123 eskisehir fatih123",
  "fatma123 fb1907 fenerbahce1907 fenerli galatasaray1905 galatasarayli gs1905 guest123",
  "gunaydin gunes123 hakan123 hasan123 hayat123 hosgeldin hosgeldiniz huseyin instagram",
  "istanbul1453 istanbul34 izmir35 kanaat kanaat123 karakartal kartal1903 kocaeli konya42",
  "login123 mahmut123 mehmet123 melek123 merhaba123 mersin33 murat123 mustafa123 ofspor omer123",
  "ozlem123 p@ssword parola1 parola123 root123 samsun55 selam123 seni_seviyorum seniseviyorum",
  "seviyorum sifre1 sifre123 sifre1234 sifrem sifremiunuttum trabzon trabzon61 trabzonspor",
  "turkiye1 turkiye1923 turkiyem twitter unutma unuttum yeniparola yenisifre yildiz123",
  "zeynep123",
]
  .join(" ")
  .split(" ");

const COMMON = new Set([...(dictionary["passwords-common"] ?? []).map(foldLetters), ...TURKISH]);

/**
 * Left out of the library's list, since their pattern gives them away: short repetitions and rows
 * of keys.
 */
const REPEATED = /^(?=.{1,16}$)(.{1,4}?)\1+$/u;
const ROWS = [
  "01234567890 abcdefghijklmnopqrstuvwxyz qwertyuiop qwertzuiop azertyuiop asdfghjkl zxcvbnm",
  // Turkish keyboards.
  "qwertyuiopgu asdfghjklsi zxcvbnmoc fggiodrnhpqw uieautkmlysx jovcczsb",
]
  .join(" ")
  .split(" ")
  .flatMap((row) => [row, [...row].reverse().join("")]);

/** Throws 422 for a common password (R34), however its letters are written. */
export function refuseCommonPassword(password: string): void {
  const folded = foldLetters(password);
  const inRow = ROWS.some((row) => row.includes(folded));
  if (!COMMON.has(folded) && !REPEATED.test(folded) && !inRow) return;
  throw new ApiError("validation_failed", {
    fields: { password: "Bu şifre çok kolay tahmin edilir. Lütfen başka bir şifre seçin." },
  });
}

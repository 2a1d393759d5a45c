/** In 3 of 10 surveys. */
export const COMMON_WORD = "hangisi";
/** In 1 of 40 surveys; contains Turkish letters. */
export const CITY = "Diyarbakır";
/** In 5 surveys, whatever the number of surveys. */
export const rareWord = (n: number): string => syllables(n);

const CITIES = [
  CITY,
  ..."Adana Ankara Antalya Bursa Çanakkale Erzurum Eskişehir".split(" "),
].concat(
  "Gaziantep Hatay İstanbul İzmir Kayseri Konya Malatya Mardin Muğla Ordu Rize Şanlıurfa".split(
    " ",
  ),
);
const STEMS = (
  "kahve çay kitap deniz dağ sabah akşam yemek müzik film oyun spor yürüyüş bahçe çiçek güneş " +
  "yağmur kış yaz bayram tatil okul öğretmen öğrenci iş ev sokak şehir köy tren otobüs bisiklet " +
  "araba telefon bilgisayar internet haber gazete ekmek peynir zeytin domates balık çorba börek " +
  "kedi köpek kuş arı gece yıldız ay resim şarkı dans tiyatro müze kale köprü ada göl orman"
).split(" ");
const ENDINGS = ["", "ler", "i", "de", "den", "le", "siz", "lik", "ci", "im", "in", "imiz"];
const SYLLABLES = "ba ce di fo gu he ki lo mu ne po ra se ti vu ya ze şa çi ğü".split(" ");

/** Words by number: cities, ordinary words, the common word, rare words. */
export function vocabulary(rare: number): { words: string[]; cities: number; ordinary: number } {
  const ordinary = ENDINGS.flatMap((ending) => STEMS.map((stem) => stem + ending));
  return {
    words: [
      ...CITIES,
      ...ordinary,
      COMMON_WORD,
      ...Array.from({ length: rare }, (_, n) => rareWord(n)),
    ],
    cities: CITIES.length,
    ordinary: ordinary.length,
  };
}

/** Begins with letters with which few words begin. */
function syllables(n: number): string {
  let word = "jö";
  for (let rest = n, i = 0; i < 5; i++, rest = Math.floor(rest / SYLLABLES.length)) {
    word += SYLLABLES[rest % SYLLABLES.length];
  }
  return word;
}

import { BRAND } from "#contract/brand.ts";
import { foldLetters } from "#contract/shapes/folded-letters.ts";
import type { Config } from "#server/config/config.ts";
import { ApiError } from "#server/errors.ts";
import { readLetters } from "#server/features/screening/look-alikes.ts";

const OFFICIAL_NAME =
  "Bu ad resmî bir kurumu ya da site yönetimini düşündürüyor. Lütfen kendi adınızı yazın; " +
  "kurum hesabı için iletişim sayfasındaki adrese yazın.";

const listOf = (words: string): string[] => words.trim().split(/\s+/);
const brand = foldLetters(BRAND);

/** Refused as a whole word of a name, or as several words in a row. */
const WORDS = [
  ...listOf(`
    tc ysk tsk tbmm tuik edevlet hukumet hukumeti polis polisi jandarma jandarmasi emniyet
    emniyeti silahlikuvvetler silahlikuvvetleri sahilguvenlik istihbaratteskilati adliyesi
    cumhurbaskani cumhurbaskanligi basbakan basbakanlik basbakanligi bakani bakanlik bakanligi
    valisi valilik valiligi kaymakami kaymakamlik kaymakamligi belediyesi muhtarligi muftulugu
    mahkemesi savciligi bassavcisi milletvekili buyukelciligi konsoloslugu komutanligi
    danistay yargitay sayistay genelkurmay tcmb trt rtuk btk sgk spk bddk osym tubitak diyanet
    kizilay iskur ptt tcdd kosgeb toki epdk kvkk anadoluajansi devlethastanesi
    vergidairesi government ministry police
    resmi resmihesap resmihesabi onaylihesap dogrulanmis dogrulanmishesap official verified
    admin administrator webmaster yonetici yoneticisi moderator moderatoru moderasyon
    destekekibi destekhatti destekmerkezi destekbirimi teknikdestek canlidestek musteridestek
    kullanicidestek musterihizmetleri musteritemsilcisi yardimekibi yardimhatti yardimmasasi
    yardimmerkezi guvenlikekibi guvenlikbirimi guvenlikmerkezi yonetimekibi siteekibi
    siteyonetimi siteyonetim supportteam customersupport customerservice helpdesk`),
  ...["", ...listOf("destek ekibi ekip yonetim yonetimi guvenlik duyuru app com anket tm")].map(
    (suffix) => brand + suffix,
  ),
];

/** Refused only as the whole name, since other names contain these words. */
const WHOLE = listOf(
  `afad belediye destek duyuru editor guvenlik root sistem support system yardim
  yonetim yonetimi`,
);

/** Refused anywhere in a name: no other word contains them. */
const PARTS = [
  ...listOf(`
    cumhurbaskan bakanligi basbakanli valiligi kaymakamligi belediyesi belediyebaskan baskanligi
    mudurlugu emniyetgenel genelkurmay secimkurul anayasamahkeme turkiyecumhuriyet
    buyukmilletmeclis merkezbankasi istatistikkurum icisleri disisleri afadresmi afadturkiye`),
  ...listOf("resmi admin yonetici official").flatMap((word) => [brand + word, word + brand]),
];

/** Check marks, and the letter in a circle or square that stands for them, suggest "verified". */
const TICKS = /[✓✔☑✅√⍻ꪜⓋⓥ\u{1f165}\u{1f185}\u{1f5f8}\u{1f5f9}\u{1fbb1}]/u;

/** What digits and signs stand for within words. */
const DIGITS: Record<string, string> = {
  ...{ "0": "o", "1": "i", "2": "z", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "9": "g" },
  ...{ "@": "a", "!": "i", "|": "i", $: "s" },
};

const [words, whole, parts] = [WORDS, WHOLE, PARTS].map(
  (terms) => new Set(terms.map(readLetters)),
) as [Set<string>, Set<string>, Set<string>];

type Names = Pick<Config, "officialNicknames" | "refusedNames">;

/** Throws 422 for an official name, unless the operator has listed the nickname (R229). */
export function requireOwnName(
  { name, nickname }: { name: string; nickname: string },
  { officialNicknames, refusedNames }: Names,
): void {
  if (officialNicknames.includes(nickname) || !isOfficialName(name, refusedNames)) return;
  throw new ApiError("validation_failed", { fields: { name: OFFICIAL_NAME } });
}

/**
 * Whether a name or nickname could pass for one of the state's or the product's own, contains a
 * check mark, or one of the words that the operator refuses. Case, dots, accents, spaces,
 * look-alike letters and digits in their place make no difference; a surname such as "Bakan" or a
 * name such as "Resmiye" is not official.
 */
export function isOfficialName(name: string, refused: readonly string[] = []): boolean {
  if (TICKS.test(name)) return true;
  const own = new Set(refused.map((words) => lettersIn(words).join("")));
  const plain = readLetters(name);
  const digits = readLetters(plain.replace(/[0-9@!|$]/g, (sign) => DIGITS[sign] ?? sign));
  return [plain, digits].some((reading, at) => {
    const tokens = lettersIn(reading);
    const joined = tokens.join("");
    if (whole.has(joined) || [...parts].some((part) => joined.includes(part))) return true;
    // Digits are read as letters only in long words: "7c" is not "tc".
    const isSought = (run: string) =>
      (words.has(run) || own.has(run)) && (at === 0 || run.length > 4);
    return someRun(tokens, isSought);
  });
}

const lettersIn = (text: string): string[] => readLetters(text).match(/[a-z]+/g) ?? [];

/** Whether one word, or several in a row joined together, is sought. */
function someRun(tokens: string[], isSought: (run: string) => boolean): boolean {
  return tokens.some((_, from) => {
    let run = "";
    for (const token of tokens.slice(from)) {
      run += token;
      if (isSought(run)) return true;
    }
    return false;
  });
}

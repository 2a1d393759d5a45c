import { BRAND } from "#contract/brand.ts";
import { foldLetters } from "#contract/shapes/folded-letters.ts";
import { ApiError } from "#server/errors.ts";

const OFFICIAL_NAME =
  "Bu ad resmî bir kurumu ya da site yönetimini düşündürüyor. Lütfen kendi adınızı yazın; " +
  "kurum hesabı için iletişim sayfasındaki adrese yazın.";

const listOf = (words: string): string[] => words.trim().split(/\s+/);
const brand = foldLetters(BRAND);

/** Refused as a whole word of a name, or as several words in a row. */
const WORDS = [
  ...listOf(`
    tc ysk tsk tbmm tuik edevlet hukumet hukumeti polis jandarma emniyet
    cumhurbaskani cumhurbaskanligi basbakan basbakanlik basbakanligi bakani bakanlik bakanligi
    valisi valilik valiligi kaymakami kaymakamlik kaymakamligi belediyesi muhtarligi muftulugu
    mahkemesi savciligi bassavcisi milletvekili buyukelciligi konsoloslugu komutanligi
    danistay yargitay sayistay genelkurmay tcmb trt rtuk btk sgk spk bddk osym tubitak diyanet
    kizilay iskur government ministry police
    resmi resmihesap resmihesabi onaylihesap dogrulanmis dogrulanmishesap official verified
    admin administrator yonetici yoneticisi moderator`),
  ...["", ...listOf("destek ekibi ekip yonetim yonetimi guvenlik duyuru app com anket")].map(
    (suffix) => brand + suffix,
  ),
];

/** Refused only as the whole name, since other names contain these words. */
const WHOLE = listOf(
  "afad belediye destek duyuru editor guvenlik root sistem system yonetim yonetimi",
);

/** Refused anywhere in a name: no other word contains them. */
const PARTS = [
  ...listOf(`
    cumhurbaskan bakanligi basbakanli valiligi kaymakamligi belediyesi belediyebaskan baskanligi
    mudurlugu emniyetgenel genelkurmay secimkurul anayasamahkeme turkiyecumhuriyet
    buyukmilletmeclis merkezbankasi istatistikkurum icisleri disisleri afadresmi afadturkiye`),
  ...listOf("resmi admin yonetici official").flatMap((word) => [brand + word, word + brand]),
];

/** Check marks suggest "verified". */
const TICKS = /[✓✔☑✅√⍻\u{1f5f8}\u{1f5f9}\u{1fbb1}]/u;

/**
 * Letters of other alphabets, and Latin ones without a plain form, grouped by what they look like.
 */
const LOOK_ALIKES = lookAlikes(
  `aаαɑᴀꭺ bвβʙᏼ cсϲᴄⅽꮯ dԁđᴅꭰ eеεəᴇꭼє fꜰ gɡɢ hнһʜ iіιɩɪӏłʟꭵl jјᴊ kкκᴋꮶ mмᴍꮇ nηոɴп oоοσøᴏօ
  pрρᴘꮲ rгʀꭱ sѕꜱꮪ tтτᴛꭲ uυսᴜ vνᴠѵ wωᴡѡ xхχ yуγʏү zᴢꮓ`,
);
const DIGITS = lookAlikes("a4@ e3 i1!| o0 s5$ t7");

/** Where the alphabets of letters in circles, in squares and of flags begin; each is in order. */
const ENCLOSED = [0x1f150, 0x1f170, 0x1f1e6];
const UNSEEN = /\p{Default_Ignorable_Code_Point}/gu;

const [words, whole, parts] = [WORDS, WHOLE, PARTS].map(
  (terms) => new Set(terms.map((term) => replaceLetters(term, LOOK_ALIKES))),
) as [Set<string>, Set<string>, Set<string>];
const LONGEST = Math.max(...[...words].map((word) => word.length));

/**
 * Throws 422 for an official name, unless the operator has listed the nickname in `official`
 * (R229).
 */
export function requireOwnName(
  { name, nickname }: { name: string; nickname: string },
  official: readonly string[],
): void {
  if (official.includes(nickname) || !isOfficialName(name)) return;
  throw new ApiError("validation_failed", { fields: { name: OFFICIAL_NAME } });
}

/**
 * Whether a name or nickname could pass for one of the state's or the product's own, or contains a
 * check mark. Case, dots, accents, spaces, look-alike letters and digits in their place make no
 * difference; a surname such as "Bakan" or a name such as "Resmiye" is not official.
 */
export function isOfficialName(name: string): boolean {
  if (TICKS.test(name)) return true;
  const folded = foldLetters([...name.replace(UNSEEN, "")].map(released).join(""));
  const plain = replaceLetters(folded, LOOK_ALIKES);
  return [plain, replaceLetters(plain, DIGITS)].some((reading, at) => {
    const tokens = reading.match(/[a-z]+/g) ?? [];
    const joined = tokens.join("");
    if (whole.has(joined) || [...parts].some((part) => joined.includes(part))) return true;
    // Digits are read as letters only in long words: "7c" is not "tc".
    return someRun(tokens, (run) => words.has(run) && (at === 0 || run.length > 4));
  });
}

/** Whether one word, or several in a row joined together, is sought. */
function someRun(tokens: string[], isSought: (run: string) => boolean): boolean {
  return tokens.some((_, from) => {
    let run = "";
    for (const token of tokens.slice(from)) {
      run += token;
      if (run.length > LONGEST) return false;
      if (isSought(run)) return true;
    }
    return false;
  });
}

function released(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const first = ENCLOSED.find((start) => code >= start && code < start + 26);
  return first === undefined ? character : String.fromCharCode(97 + code - first);
}

/** Maps each of a group's characters to the group's first. */
function lookAlikes(groups: string): Map<string, string> {
  return new Map(
    listOf(groups).flatMap(([letter = "", ...others]) =>
      others.map((other) => [foldLetters(other), letter] as const),
    ),
  );
}

function replaceLetters(text: string, letters: ReadonlyMap<string, string>): string {
  return [...text].map((character) => letters.get(character) ?? character).join("");
}

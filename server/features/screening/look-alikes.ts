import confusables from "unhomoglyph/data.json" with { type: "json" };
import { foldLetters } from "#contract/shapes/folded-letters.ts";

/** Unicode's list of confusable characters (UTS 39): what each of them looks like. */
const CONFUSABLES = new Map(Object.entries(confusables));

/**
 * What that list lacks or maps elsewhere, each group for its first letter: Latin letters with
 * strokes and hooks, turned ones and small capitals; letters of other alphabets and signs that
 * decorated text has in their place. As in many typefaces, "l" is the same as "i".
 */
const LOOK_ALIKES = new Map(
  `aɑαɐᴀᶏⱥꭺⲁᗩ卂₳ค∂ʌλδΔԅ bßƀƃɓʙᴃᵬᶀꞗвβᏼƅⲃᗷ乃฿๒ცҍ cƈȼɕʗᴄↄꜿꞓꞔϲⅽꮯⲥᑕ匚₵ς dðđƌȡɖɗᴅᵭᶁᶑꝺꟈԁꭰⲇᗪ๔ժ
  eǝɇɘɛɜɝɞʚᴇᴈᶒᶓᶔⱸⱻꬲꬳꬴεəєꭼⲉ乇ҽΣ€ fƒᵮᶂꜰꝼꞙϝᖴ千₣ gǥɠɡɢʛᵷᵹᶃꝿꞡꟑꬶցᘜ₲ﻮ hħɥɦʜʮʯⱨⱶꞕꟶнһʱⲏᕼ卄ђհɧ
  iɨɪᴉᶖιɩіӏⲓ丨เïℓłןƚȴɫɬɭʟᴌᶅⱡꝉꞁꞎꬷꬸꬹլᒪㄥ jȷɉɟʄʝᴊјյᒍフϳ kƙʞᴋᶄⱪꝁꝃꝅꞣкκқҟӄҝⲕᛕҡ₭ꮶĸ mɯɰɱᴍᴟᵯᶆꟺꬺмⲙᗰ爪๓ʍ₥ꮇ
  nŋƞȵɲɳɴᴎᵰᶇꞑꞥꬻηոռпиⲛᑎ几ภղ₦ oøɔɵᴏᴐᴑᴒᴓᶗⱺꝋꝍꬽꬾꬿοσоօⲟㄖ๏ѳ pƥᴘᵱᵽᶈꝑꝓꝕρрⲣᑭ卩קթ₱ꮲ qɋʠꝗꝙꞯԛզϥᑫợ
  rɍɹɺɻɼɽɾɿʀʁᴙᴚᵲᵳᶉⱹꞃꞧꭆꭉꭋꭌꭨгяꭱᖇ尺 sȿʂᵴᶊẝꜱꞅꞩꟊѕꮪⳝᔕ丂ร§₴ tŧƫƭȶʇʈᴛᵵⱦꞇτтⲧㄒՇե₮†ꭲϯ uʉᴜᴝᴞᶙꞹꭎꭒυսцᑌㄩยմʊ
  vʋᴠᶌⱱⱴꝟνѵᐯש wᴡⱳωшщѡⲱᗯ山ฬ₩ xᶍꭖꭗꭘꭙхχⲭ᙭乂ӿץ×ж yƴɏʎʏỿꭚуγүұⲩㄚאչ¥ zƶȥɀʐʑᴢᵶᶎⱬꮓζⲍ乙ʒ`
    .split(/\s+/)
    .flatMap(([letter = "", ...others]) => others.map((other) => [other, letter] as const)),
);

/** Where the alphabets of letters in circles, in squares and of flags begin; each is in order. */
const ENCLOSED = [0x1f150, 0x1f170, 0x1f1e6];

/** Signs behind a name, and what nobody sees. */
const SILENT = /[™℠©®]|ᵀᴹ|ˢᴹ|\p{Default_Ignorable_Code_Point}/gu;

/**
 * A text in Latin letters without case and accents, each character replaced by the letter that it
 * looks like: texts that look alike have the same letters. Digits and signs stay.
 */
export function readLetters(text: string): string {
  const characters = text.replace(SILENT, "").normalize("NFKD").replace(/\p{M}/gu, "");
  const letters = [...characters].map(latinLetter);
  return letters.join("").replaceAll("l", "i").replaceAll("rn", "m");
}

/** The Latin letter without case and accents that a character looks like; others stay as they are. */
export const latinLetter = (character: string): string => letterOf(released(character));

function letterOf(character: string): string {
  const folded = foldLetters(character);
  if (/^\p{ASCII}*$/u.test(folded)) return folded;
  // The letter in the other case may be the one that looks like a Latin letter.
  const others = [character.toUpperCase(), character.toLowerCase()];
  const likes = [
    LOOK_ALIKES.get(character),
    CONFUSABLES.get(character),
    LOOK_ALIKES.get(folded),
    ...others.map((other) => CONFUSABLES.get(other)),
  ].map((like) => foldLetters(like ?? ""));
  return likes.find((like) => /^[a-z]+$/.test(like)) ?? folded;
}

function released(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const first = ENCLOSED.find((start) => code >= start && code < start + 26);
  return first === undefined ? character : String.fromCharCode(97 + code - first);
}

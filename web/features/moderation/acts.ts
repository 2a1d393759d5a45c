import type { DecisionAct } from "#contract/endpoints/moderation.ts";
import type { CaseDetail, CasePicture } from "#contract/endpoints/moderation-cases.ts";

/** A decision as staff reads it: its name in the form, its key, and what it says unless changed. */
interface Act {
  label: string;
  key: string;
  words: string;
  /** What has to be known before, and when it is taken back. */
  hint?: string;
}

export const ACTS: Record<DecisionAct | "dismiss", Act> = {
  dismiss: {
    label: "Kurallara uygun",
    key: "1",
    words: "İçerik Topluluk Kurallarına aykırı değil.",
  },
  hide: {
    label: "Yayından kaldır",
    key: "2",
    words: "İçerik Topluluk Kurallarına aykırı olduğu için yayından kaldırıldı.",
  },
  warn: {
    label: "Uyar",
    key: "3",
    words: "Topluluk Kurallarına uymayan içerik için uyarıldınız.",
  },
  suspend: {
    label: "Hesabı askıya al",
    key: "4",
    words: "Topluluk Kurallarına yinelenen aykırılık yüzünden hesabınız askıya alındı.",
  },
  unlist: {
    label: "Listelerden çıkar",
    key: "5",
    words: "İçerik Topluluk Kuralları gereği listelerde ve aramada gösterilmiyor.",
    hint: "Bağlantısı olanlar anketi görmeye ve oy vermeye devam eder.",
  },
  age_limit: {
    label: "18 yaş sınırı koy",
    key: "8",
    words: "İçerik 18 yaşından küçüklere uygun olmadığı için ankete yaş sınırı kondu.",
    hint: "Anketi, sahibi dışında yalnızca 18 yaş ve üstü hesaplar görür ve oylar. Listelerde, aramada ve bağlantı önizlemelerinde görünmez.",
  },
  remove_picture: {
    label: "Resmi kaldır",
    key: "7",
    words: "Resim Topluluk Kurallarına aykırı olduğu için kaldırıldı.",
    hint: "Resim adresinden de silinir, aynısı ya da çok benzeri yeniden yüklenemez. Karar 30 gün içinde geri alınırsa resim yerine döner.",
  },
  close: {
    label: "Kapat",
    key: "6",
    words: "Anket Topluluk Kurallarına aykırı biçimde yürütüldüğü için kapatıldı.",
    hint: "Anket hemen sona erer, oyları durur. Sonucu birkaç dakika içinde mühürlenir; bundan sonra ya da sonucu “Bitince” görünen bir ankette karar geri alınsa da anket yeniden açılmaz.",
  },
};

/** What leaves everything as it is where somebody objects to a decision: it rejects that (R471). */
const STANDS: Act = {
  ...{ label: "Karar kalsın", key: ACTS.dismiss.key },
  words: "İtiraz incelendi; karar yerinde bulundu.",
};

/** An act as it is offered for a case. */
export const actOf = (
  { has_objection, is_held }: Pick<CaseDetail, "has_objection" | "is_held">,
  act: keyof typeof ACTS,
): Act => (act === "dismiss" && has_objection && !is_held ? STANDS : ACTS[act]);

/** Whether a text is one that an act proposes. */
export const isProposed = (words: string): boolean =>
  [STANDS, ...Object.values(ACTS)].some((act) => act.words === words);

/** What was decided about a target. */
export const DECIDED: Record<DecisionAct, string> = {
  unlist: "Listelerden çıkarıldı",
  age_limit: "18 yaş sınırı kondu",
  hide: "Yayından kaldırıldı",
  remove_picture: "Resmi kaldırıldı",
  close: "Kapatıldı",
  warn: "Uyarıldı",
  suspend: "Hesabı askıya alındı",
};

/** What can be decided about a target now; a survey in review is published or hidden (R663). */
export const actsFor = (item: CaseDetail) =>
  (Object.keys(ACTS) as (keyof typeof ACTS)[]).filter((act) => {
    const { kind, is_open, is_hidden, is_held, is_unlisted, is_for_adults, pictures } = item;
    if (is_held) return act === "dismiss" || act === "hide";
    if (act === "hide") return kind === "survey" && !is_hidden;
    if (act === "unlist") return kind === "survey" && !is_unlisted;
    if (act === "age_limit") return kind === "survey" && !is_for_adults;
    if (act === "remove_picture") return pictures.some(isRemovable);
    return act !== "close" || is_open;
  });

/** What can be done besides. */
export const alsoFor = (item: CaseDetail): DecisionAct[] =>
  actsFor({ ...item, is_held: false }).filter((act) => act !== "dismiss");

export const isRemovable = ({ is_removed }: CasePicture): boolean => !is_removed;

import type { BallotKind } from "#contract/ballots/ballots.ts";
import type { Report } from "#contract/endpoints/report.ts";
import type { Ballot } from "#contract/shapes/survey-shapes.ts";

interface Words {
  /** What an option's number counts. */
  counted: string;
  /** How the numbers of the options are to be read. */
  note?: string;
  /** The heading of what the report adds below the options' numbers; undefined without votes. */
  details?(report: Report): string | undefined;
  /** How votes are given. */
  asked(limits: Ballot): string;
}

/** What the report says of each kind of ballot. */
export const KIND_WORDS: Record<BallotKind, Words> = {
  single: { counted: "oy", asked: () => "Herkes bir şık seçer." },
  multiple: {
    counted: "kişi",
    note: "Yüzdeler, oy verenlerin ne kadarının bir şıkkı seçtiğini gösterir; herkes birden çok şık seçebildiği için toplamları 100’ü aşabilir.",
    asked: ({ min_choices: least, max_choices: most }) =>
      `Herkes en az ${least}, en çok ${most} şık seçer.`,
  },
  ranked: {
    counted: "ilk tercih",
    note: "Paylar yalnızca ilk tercihleri gösterir; birinciyi aşağıdaki turlar belirler.",
    details: ({ ranking }) => (ranking?.voters ? "Eleme turları" : undefined),
    asked: ({ min_choices: least }) => `Herkes en az ${least} şıkkı sıralar.`,
  },
  rating: {
    counted: "kişi",
    note: "Her şıkkın yanında 5 üzerinden aldığı puanların ortalaması ve kaç kişinin puan verdiği yazar.",
    details: ({ voters }) => (voters ? "Puanların dağılımı" : undefined),
    asked: () => "Herkes dilediği şıklara 1’den 5’e kadar puan verir.",
  },
  quiz: {
    counted: "kişi",
    note: "Herkesin sayılan ilk çözümü burada bir kez yer alır.",
    asked: () => "Herkes testin sorularını yanıtlar; ilk çözümü sayılır.",
  },
};

import type { BackdropName } from "./artwork/backdrops.ts";
import type { Cover } from "./artwork/covers.ts";
import type { SchemeName } from "./artwork/hues.ts";
import type { MotifName } from "./artwork.ts";
import { arts } from "./surveys/arts.ts";
import { books } from "./surveys/books.ts";
import { city } from "./surveys/city.ts";
import { food } from "./surveys/food.ts";
import { games } from "./surveys/games.ts";
import { home } from "./surveys/home.ts";
import { learning } from "./surveys/learning.ts";
import { music } from "./surveys/music.ts";
import { nature } from "./surveys/nature.ts";
import { screen } from "./surveys/screen.ts";
import { sport } from "./surveys/sport.ts";
import { technology } from "./surveys/technology.ts";
import { travel } from "./surveys/travel.ts";

export interface DemoSurvey {
  question: string;
  description: string;
  /** As it is called in the product's list. */
  category: string;
  type?: "TEST";
  layout: "horizontal" | "vertical";
  results: "before" | "after";
  visibility?: "private";
  /** Its owner has not published it yet. */
  draft?: true;
  /** Nickname of a host; absent: somebody lively. */
  owner?: string;
  /** When it starts, in days before now; negative: it is still to come. */
  daysAgo: number;
  /** Absent: "Süresiz". */
  lastsDays?: number;
  /** The share of all people who answer, from 0 to 1; of the invited, where it is private. */
  reach: number;
  cover: Cover;
  backdrop: BackdropName;
  schemes: SchemeName[];
  options: DemoOption[];
}

/** What it says, what is on its picture, and how much it is liked beside the others. */
export type DemoOption = [content: string, motif: MotifName, weight: number];

/** The surveys of the demo set, the earliest first. */
export const demoSurveys: DemoSurvey[] = [
  ...[
    arts,
    books,
    city,
    food,
    games,
    home,
    learning,
    music,
    nature,
    screen,
    sport,
    technology,
    travel,
  ].flat(),
].sort((a, b) => b.daysAgo - a.daysAgo);

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
  /** Names its folder in `pictures/surveys/`. */
  key: string;
  question: string;
  description: string;
  /** One of the product's category names. */
  category: string;
  type?: "TEST";
  layout: "horizontal" | "vertical";
  results: "before" | "after";
  visibility?: "private";
  /** Its owner has not published it yet. */
  draft?: true;
  /** Nickname of a main person; absent: somebody active. */
  owner?: string;
  /** When it starts, in days before now; negative: in the future. */
  daysAgo: number;
  /** Absent: it never ends ("Süresiz"). */
  lastsDays?: number;
  /** The share of all people who vote, from 0 to 1; of those invited, where it is private. */
  reach: number;
  options: DemoOption[];
}

/** `picture` names the file beside the survey's cover; `weight` is relative to the other options. */
export type DemoOption = [content: string, picture: string, weight: number];

/** The surveys of the demo set, the earliest first. */
export const demoSurveys: DemoSurvey[] = [
  ...arts,
  ...books,
  ...city,
  ...food,
  ...games,
  ...home,
  ...learning,
  ...music,
  ...nature,
  ...screen,
  ...sport,
  ...technology,
  ...travel,
].sort((a, b) => b.daysAgo - a.daysAgo);

import * as aegeanAndMediterranean from "./motifs/aegean-and-mediterranean.ts";
import * as ages from "./motifs/ages.ts";
import * as balls from "./motifs/balls.ts";
import * as birds from "./motifs/birds.ts";
import * as blackSea from "./motifs/black-sea.ts";
import * as boats from "./motifs/boats.ts";
import * as breakfast from "./motifs/breakfast.ts";
import * as calendars from "./motifs/calendars.ts";
import * as cats from "./motifs/cats.ts";
import * as centralAnatolia from "./motifs/central-anatolia.ts";
import * as chess from "./motifs/chess.ts";
import * as chores from "./motifs/chores.ts";
import * as clocks from "./motifs/clocks.ts";
import * as coffee from "./motifs/coffee.ts";
import * as desk from "./motifs/desk.ts";
import * as easternAnatolia from "./motifs/eastern-anatolia.ts";
import * as garden from "./motifs/garden.ts";
import * as holiday from "./motifs/holiday.ts";
import * as hours from "./motifs/hours.ts";
import * as languages from "./motifs/languages.ts";
import * as listening from "./motifs/listening.ts";
import * as marmara from "./motifs/marmara.ts";
import * as money from "./motifs/money.ts";
import * as mountains from "./motifs/mountains.ts";
import * as neighbourhood from "./motifs/neighbourhood.ts";
import * as novels from "./motifs/novels.ts";
import * as paintings from "./motifs/paintings.ts";
import * as pastries from "./motifs/pastries.ts";
import * as phones from "./motifs/phones.ts";
import * as planets from "./motifs/planets.ts";
import * as popcorn from "./motifs/popcorn.ts";
import * as pots from "./motifs/pots.ts";
import * as reading from "./motifs/reading.ts";
import * as school from "./motifs/school.ts";
import * as seafaring from "./motifs/seafaring.ts";
import * as sports from "./motifs/sports.ts";
import * as streetGames from "./motifs/street-games.ts";
import * as strings from "./motifs/strings.ts";
import * as studio from "./motifs/studio.ts";
import * as tableGames from "./motifs/table-games.ts";
import * as tiles from "./motifs/tiles.ts";
import * as traditionalArts from "./motifs/traditional-arts.ts";
import * as treats from "./motifs/treats.ts";
import * as vegetablesAndEggs from "./motifs/vegetables-and-eggs.ts";
import * as vehicles from "./motifs/vehicles.ts";
import * as wardrobe from "./motifs/wardrobe.ts";
import * as watching from "./motifs/watching.ts";
import * as windsAndKeys from "./motifs/winds-and-keys.ts";

/** Things, drawn in a box of 400 × 400 around (0, 0) and standing on y = 160. */
export const things = {
  ...ages,
  ...balls,
  ...birds,
  ...boats,
  ...breakfast,
  ...calendars,
  ...cats,
  ...chess,
  ...chores,
  ...clocks,
  ...coffee,
  ...desk,
  ...garden,
  ...holiday,
  ...hours,
  ...languages,
  ...listening,
  ...money,
  ...mountains,
  ...neighbourhood,
  ...novels,
  ...paintings,
  ...pastries,
  ...phones,
  ...planets,
  ...popcorn,
  ...pots,
  ...reading,
  ...school,
  ...seafaring,
  ...sports,
  ...streetGames,
  ...strings,
  ...studio,
  ...tableGames,
  ...treats,
  ...vegetablesAndEggs,
  ...vehicles,
  ...wardrobe,
  ...watching,
  ...windsAndKeys,
};

/** Views and patterns, which fill a square of 400 × 400 around (0, 0) to its edges. */
export const scenes = {
  ...aegeanAndMediterranean,
  ...blackSea,
  ...centralAnatolia,
  ...easternAnatolia,
  ...marmara,
  ...tiles,
  ...traditionalArts,
};

export type ThingName = keyof typeof things;
export type SceneName = keyof typeof scenes;

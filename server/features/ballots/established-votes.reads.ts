import { sql } from "kysely";

/** The votes of an option, a row of `options`, that established accounts cast in private (R451). */
export const established = (options: string) =>
  sql<number>`coalesce(${sql.ref(`${options}.established_votes`)}, ${sql.ref(`${options}.private_votes`)})`;

/** The same at the last step. */
export const shownEstablished = (options: string) =>
  sql<number>`coalesce(${sql.ref(`${options}.shown_established`)}, ${sql.ref(`${options}.shown_votes`)})`;

import * as z from "zod";
import { PAGE_SIZE } from "../limits.ts";
import { lengthOf, tooLong } from "./text-length.ts";
import { tidied, tidiedLine, unseenAt, unseenMessage } from "./visible-text.ts";

/** The shapes that the calls of several features share (R146). */

export const Id = z.int().positive();
/** An id in a path. Anything that is not written as an id names nothing and gets 404. */
export const PathId = z.coerce
  .string()
  .regex(/^[1-9]\d*$/)
  .pipe(z.coerce.number())
  .pipe(Id)
  // For the OpenAPI document: a number, though it arrives as text.
  .meta({ override: { type: "integer", minimum: 1, pattern: undefined } });
/** Ids in a URL, "1,2,3", up to `max`. */
export const idList = (max: number) =>
  z
    .string()
    .regex(/^\d{1,15}(,\d{1,15})*$/)
    .transform((ids) => ids.split(",").map(Number))
    .refine((ids) => ids.length <= max);
/** An id that may arrive as text, from a form; `error` is the message if nothing is chosen. */
export const formId = (error = "Lütfen seçin.") =>
  z.coerce.number({ error }).pipe(z.int({ error }).positive({ error }));

export const item = <T extends z.ZodType>(shape: T) => z.object({ item: shape });
export const items = <T extends z.ZodType>(shape: T) => z.object({ items: z.array(shape) });
export const page = <T extends z.ZodType>(shape: T) =>
  z.object({ items: z.array(shape), next_cursor: z.string().nullable() });

/** `?limit&cursor` of every paged list (R91). */
export const PageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE.max).default(PAGE_SIZE.default),
  cursor: z.string().max(200).optional(),
});

/** ISO 8601 in UTC (R151). */
export const Instant = z.iso.datetime({ offset: true, error: "Lütfen geçerli bir tarih girin." });

/**
 * Path of a stored image in its largest width, relative to the API's base; the whole URL where
 * pictures have an address of their own.
 */
export const ImagePath = z.string();

/** A picture in a form: a file or blob in the browser, an upload on disk on the server. */
export const ImageFile = z
  .custom<Blob | Upload>((value) => typeof value === "object" && value !== null, {
    error: "Dosya seçilemedi!",
  })
  .meta({ type: "string", format: "binary" });

/** A file that arrived with a request, stored in a temporary place until the response is sent. */
export interface Upload {
  path: string;
  bytes: number;
}

/** Text of only these counts as empty: invisible letters and joiners, the blank of braille. */
const SHAPELESS = /[\p{Default_Ignorable_Code_Point}\u2800\s]/gu;

const isSeen = (text: string) => unseenAt(text) < 0;
const NOT_SEEN = {
  error: ({ input }: { input?: unknown }) => unseenMessage(String(input)),
  abort: true,
};

/**
 * One line of human text: trimmed, in NFC, without control, bidi, lone-surrogate or replacement characters
 * (R165). Lengths are in characters as a person counts them, not in UTF-16 units.
 */
export const line = (min: number, max: number, empty = "Bu alan boş bırakılamaz.") =>
  z
    .string({ error: empty })
    .transform(tidiedLine)
    .refine((text) => min === 0 || text.replace(SHAPELESS, "") !== "", {
      error: empty,
      abort: true,
    })
    .refine(isSeen, NOT_SEEN)
    .refine((text) => lengthOf(text) >= min, { error: `En az ${min} karakter girin.` })
    .refine((text) => lengthOf(text) <= max, { error: ({ input }) => tooLong(String(input), max) })
    .meta({ minLength: min, maxLength: max });

/** Like `line`, with line breaks. */
export const paragraphs = (max: number) =>
  z
    .string({ error: "Lütfen metin girin." })
    .transform(tidied)
    .refine(isSeen, NOT_SEEN)
    .refine((text) => lengthOf(text) <= max, { error: ({ input }) => tooLong(String(input), max) })
    .meta({ maxLength: max });

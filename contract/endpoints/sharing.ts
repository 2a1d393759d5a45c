import * as z from "zod";
import { endpoint } from "../endpoint.ts";

const Pixels = z.coerce.number().int().min(1).max(10_000);

export const getOembed = endpoint({
  method: "GET",
  path: "/oembed",
  summary: "How a public survey is shown in other sites (oEmbed 1.0)",
  auth: "none",
  query: z.object({
    /** A survey's address at this site. */
    url: z.string().max(2000),
    format: z.literal("json").default("json"),
    maxwidth: Pixels.optional(),
    maxheight: Pixels.optional(),
  }),
  answers: {
    200: z.object({
      version: z.literal("1.0"),
      type: z.literal("rich"),
      provider_name: z.string(),
      provider_url: z.string(),
      title: z.string(),
      author_name: z.string(),
      author_url: z.string(),
      /** In seconds. */
      cache_age: z.int(),
      /** A frame of `width` and `height` pixels. */
      html: z.string(),
      width: z.int(),
      height: z.int(),
      /** Absent if the picture is larger than requested. */
      thumbnail_url: z.string().optional(),
      thumbnail_width: z.int().optional(),
      thumbnail_height: z.int().optional(),
    }),
  },
  errors: ["survey_not_found"],
  limit: "search",
});

import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, items } from "../shapes/shapes.ts";

export const City = z.object({ code: Id, name: z.string() });
export type City = z.infer<typeof City>;
export const Category = z.object({ id: Id, name: z.string() });
export type Category = z.infer<typeof Category>;

export const listCities = endpoint({
  method: "GET",
  path: "/api/cities",
  summary: "The 81 provinces in Turkish alphabetical order; `code` is the plate code",
  auth: "none",
  answers: { 200: items(City) },
  errors: [],
});

export const listCategories = endpoint({
  method: "GET",
  path: "/api/categories",
  summary: "The categories",
  auth: "none",
  answers: { 200: items(Category) },
  errors: [],
});

import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { Id, ImagePath, item, items, PageQuery, page } from "../shapes/shapes.ts";
import { SurveyCard } from "../shapes/survey-shapes.ts";

export const Gender = z.enum(["man", "women", "other"], { error: "Lütfen cinsiyet seçin." });
export type Gender = z.infer<typeof Gender>;

/** A person as others see them in lists. */
export const PersonCard = z.object({
  id: Id,
  name: z.string(),
  nickname: z.string(),
  image: ImagePath.nullable(),
  biography: z.string().nullable(),
  follower_count: z.int(),
});
export type PersonCard = z.infer<typeof PersonCard>;

/** A public profile; gender and birth date appear only if the person chose so (R67). */
export const Person = PersonCard.extend({
  following_count: z.int(),
  survey_count: z.int(),
  gender: Gender.nullable(),
  /** dd.mm.yyyy */
  birth_date: z.string().nullable(),
});
export type Person = z.infer<typeof Person>;

/** Longer than any nickname, so that a wrong one gets 404, not a validation error. */
const NicknameParam = z.object({ nickname: z.string().max(200) });

export const getPerson = endpoint({
  method: "GET",
  path: "/api/users/{nickname}",
  summary: "A public profile",
  auth: "optional",
  params: NicknameParam,
  answers: { 200: item(Person) },
  errors: ["person_not_found"],
});

export const listPersonSurveys = endpoint({
  method: "GET",
  path: "/api/users/{nickname}/surveys",
  summary: "The public surveys of a person, running and ended, newest first",
  auth: "optional",
  params: NicknameParam,
  query: PageQuery,
  answers: { 200: page(SurveyCard) },
  errors: ["person_not_found"],
});

export const listFollowers = endpoint({
  method: "GET",
  path: "/api/users/{nickname}/followers",
  summary: "Who follows a person, newest first",
  auth: "optional",
  params: NicknameParam,
  query: PageQuery,
  answers: { 200: page(PersonCard) },
  errors: ["person_not_found"],
});

export const listFollowings = endpoint({
  method: "GET",
  path: "/api/users/{nickname}/followings",
  summary: "The people a person follows, newest first",
  auth: "optional",
  params: NicknameParam,
  query: PageQuery,
  answers: { 200: page(PersonCard) },
  errors: ["person_not_found"],
});

export const listPopularPeople = endpoint({
  method: "GET",
  path: "/api/users/popular",
  summary: "The most followed people",
  auth: "optional",
  answers: { 200: items(PersonCard) },
  errors: [],
});

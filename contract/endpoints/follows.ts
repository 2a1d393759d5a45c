import * as z from "zod";
import { endpoint } from "../endpoint.ts";
import { item, PathId } from "../shapes/shapes.ts";

const UserParam = z.object({ userId: PathId });
const following = {
  path: "/api/auth/account/followings/{userId}",
  auth: "required",
  params: UserParam,
  answers: { 200: item(z.boolean()) },
} as const;

const beginning = {
  ...following,
  errors: [
    ...(["account_incomplete", "person_not_found", "self_follow"] as const),
    ...(["person_blocked", "daily_quota"] as const),
  ],
  limit: "write",
  needs: "identity",
} as const;

export const followPerson = endpoint({
  ...beginning,
  method: "PUT",
  summary: "Follows a person; following twice changes nothing",
});

export const followPersonByGet = endpoint({
  ...beginning,
  method: "GET",
  summary: "The same by GET; HEAD never follows",
});

export const unfollowPerson = endpoint({
  ...following,
  method: "DELETE",
  summary: "Stops following a person",
  errors: ["person_not_found"],
  limit: "write",
});

export const getFollowStatus = endpoint({
  method: "GET",
  path: "/api/auth/followings/{userId}/status",
  summary: "Whether the caller follows a person; false for visitors",
  auth: "optional",
  params: UserParam,
  answers: { 200: item(z.boolean()) },
  errors: ["person_not_found"],
});

export const getMyFollowerCount = endpoint({
  method: "GET",
  path: "/api/auth/account/followers/my/count",
  summary: "How many follow the caller",
  auth: "required",
  answers: { 200: z.object({ myFollowerCount: z.int() }) },
  errors: [],
});

export const getMyFollowingCount = endpoint({
  method: "GET",
  path: "/api/auth/account/followings/my/count",
  summary: "How many the caller follows",
  auth: "required",
  answers: { 200: z.object({ myFollowingCount: z.int() }) },
  errors: [],
});

export const getUserFollowerCount = endpoint({
  method: "GET",
  path: "/api/auth/account/followers/{userId}/count",
  summary: "How many follow a person",
  auth: "optional",
  params: UserParam,
  answers: { 200: z.object({ userFollowerCount: z.int() }) },
  errors: ["person_not_found"],
});

export const getUserFollowingCount = endpoint({
  method: "GET",
  path: "/api/auth/account/followings/{userId}/count",
  summary: "How many a person follows",
  auth: "optional",
  params: UserParam,
  answers: { 200: z.object({ userFollowingCount: z.int() }) },
  errors: ["person_not_found"],
});

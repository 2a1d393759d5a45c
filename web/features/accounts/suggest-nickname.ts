import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { NICKNAME_LENGTH } from "#contract/limits.ts";
import { callApi } from "#web/lib/api/api-client.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { queryKeys } from "#web/lib/api/query-keys.ts";

/** Resolves when a nickname is free; otherwise fails with the reason (R39). */
export const nicknameQuery = (nickname: string) =>
  queryOptions({
    queryKey: queryKeys.nickname(nickname),
    queryFn: ({ signal }) =>
      callApi("GET /api/nickname/{nickname}/confirm", { params: { nickname }, signal }),
    retry: false,
  });

/** Room for an underscore and the longest number that is added. */
const BASE_MAX = NICKNAME_LENGTH.max - 4;

/** Nicknames for a name, best first: "Işıl Çağ" → isil_cag, isil_cag2 …; none if too short. */
export function nicknameCandidates(name: string): string[] {
  const words = name
    .normalize("NFD")
    .toLowerCase()
    .replaceAll("ı", "i")
    .replaceAll(/\p{Mark}/gu, "")
    .match(/[a-z0-9]+/g);
  const base = words?.join("_").slice(0, BASE_MAX) ?? "";
  if (base.length < NICKNAME_LENGTH.min) return [];
  const numbers = [2, 3, randomBelow(100), randomBelow(1000), randomBelow(10_000)];
  return [base, ...numbers.map((number) => base + number)];
}

const randomBelow = (limit: number) => Math.floor(limit / 10 + Math.random() * limit * 0.9);

/** The first free nickname for the name; "" if there is none. */
export async function suggestNickname(queryClient: QueryClient, name: string): Promise<string> {
  for (const nickname of nicknameCandidates(name)) {
    if (!(await isTaken(queryClient, nickname))) return nickname;
  }
  return "";
}

/** False also if the check fails: the registration then reports it. */
const isTaken = (queryClient: QueryClient, nickname: string): Promise<boolean> =>
  queryClient.fetchQuery(nicknameQuery(nickname)).then(
    () => false,
    (error) => error instanceof ApiProblem && error.status === 409,
  );

import type { AnswerOf, BodyOf, Endpoint } from "#contract/endpoint.ts";
import type { ErrorCode } from "#contract/errors.ts";

type Contract = typeof import("#contract/account.ts") &
  typeof import("#contract/account-export.ts") &
  typeof import("#contract/email.ts") &
  typeof import("#contract/challenge.ts") &
  typeof import("#contract/events.ts") &
  typeof import("#contract/follows.ts") &
  typeof import("#contract/invitations.ts") &
  typeof import("#contract/lookups.ts") &
  typeof import("#contract/notifications.ts") &
  typeof import("#contract/oidc.ts") &
  typeof import("#contract/open-sessions.ts") &
  typeof import("#contract/people.ts") &
  typeof import("#contract/report.ts") &
  typeof import("#contract/receipts.ts") &
  typeof import("#contract/second-factors.ts") &
  typeof import("#contract/site.ts") &
  typeof import("#contract/survey-edits.ts") &
  typeof import("#contract/surveys.ts") &
  typeof import("#contract/votes.ts");

type Endpoints = Extract<Contract[keyof Contract], Endpoint>;
type ByKey = { [E in Endpoints as `${E["method"]} ${E["path"]}`]: E };

/**
 * An endpoint of the contract by method and path, as in "GET /api/surveys". Only types are
 * imported: the definitions would bring zod into every first visit.
 */
export type EndpointKey = keyof ByKey;
export type Answer<K extends EndpointKey> = AnswerOf<ByKey[K]>;
export type Body<K extends EndpointKey> = BodyOf<ByKey[K]>;

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type Query<E> = E extends { query: { _zod: { output: infer Q } } } ? Partial<Q> : never;

type Params<E extends Endpoint> = [Names<E["path"]>] extends [never]
  ? { params?: undefined }
  : { params: Record<Names<E["path"]>, string | number> };
type Payload<E extends Endpoint> =
  BodyOf<E> extends undefined ? { body?: undefined } : { body: BodyOf<E> };

export type Input<K extends EndpointKey> = Params<ByKey[K]> &
  Payload<ByKey[K]> & {
    query?: Query<ByKey[K]>;
    signal?: AbortSignal;
    /** A prefetch is not counted as a view (R57). */
    prefetch?: boolean;
    /** Takes what the browser still has, for as long as the answer said. */
    fromCache?: boolean;
    /** Sent as multipart, though it may hold no file. */
    asForm?: boolean;
    /** Called with 0 to 1 while the body is being sent. */
    onProgress?: (sent: number) => void;
  };

/** `network` is our own: no answer of our server arrived. */
export type ProblemCode = ErrorCode | "network";

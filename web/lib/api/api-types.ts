import type { AnswerOf, BodyOf, Endpoint } from "#contract/endpoint.ts";
import type { ErrorCode } from "#contract/errors.ts";

type Features = typeof import("#contract/api.ts").features;
type Endpoints = { [Name in keyof Features]: Features[Name][keyof Features[Name]] }[keyof Features];
type ByKey = { [E in Endpoints as `${E["method"]} ${E["path"]}`]: E };

/**
 * An endpoint of the contract by method and path, such as "GET /api/surveys". Only types are
 * imported: the definitions would load zod on every first visit.
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

/** How a body is encoded that may hold files; it is JSON if `asForm` is undefined. */
type Encoding<E> = E extends { encodings: readonly (infer Way)[] }
  ? "multipart" extends Way
    ? { asForm: ((body: unknown) => FormData) | undefined }
    : { asForm?: undefined }
  : { asForm?: undefined };

export type Input<K extends EndpointKey> = Params<ByKey[K]> &
  Payload<ByKey[K]> &
  Encoding<ByKey[K]> & {
    query?: Query<ByKey[K]>;
    signal?: AbortSignal;
    /** A prefetch is not counted as a view (R57). */
    prefetch?: boolean;
    /** Accepts the response in the browser's cache while it is fresh. */
    fromCache?: boolean;
    /** Called with 0 to 1 while the body is being sent. */
    onProgress?: (sent: number) => void;
  };

/** `network` is not in the contract: no response of our server arrived. */
export type ProblemCode = ErrorCode | "network";

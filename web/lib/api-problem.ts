import type { Problem } from "#contract/problem.ts";
import type { ProblemCode } from "#web/lib/api-types.ts";

type Parts = Pick<Problem, "title" | "message" | "fields" | "ticket" | "methods"> & {
  code: ProblemCode;
  status: number;
  as_visitor?: boolean;
};

/** What went wrong with a call; `title` and `message` are Turkish and fit to show as they are. */
export class ApiProblem extends Error {
  override name = "ApiProblem";
  readonly code: ProblemCode;
  readonly title: string;
  /** HTTP status, 0 when no answer arrived. */
  readonly status: number;
  /** For 422: what is wrong with which field. */
  readonly fields: Record<string, string>;
  /** With `second_factor_required`: what the second step is made with, and the ways to make it. */
  readonly ticket: Problem["ticket"];
  readonly methods: NonNullable<Problem["methods"]>;
  /** The call carried no token, as on the server; with one the answer may differ. */
  readonly asVisitor: boolean;

  constructor(parts: Parts, cause?: unknown) {
    super(parts.message, { cause });
    this.code = parts.code;
    this.title = parts.title;
    this.status = parts.status;
    this.fields = parts.fields ?? {};
    this.ticket = parts.ticket;
    this.methods = parts.methods ?? [];
    this.asVisitor = parts.as_visitor ?? false;
  }

  toParts(): Parts {
    const { code, title, message, status, fields, asVisitor } = this;
    return { code, title, message, status, fields, as_visitor: asVisitor };
  }
}

export function networkProblem(cause: unknown): ApiProblem {
  return new ApiProblem(
    {
      code: "network",
      title: "Bağlantı Hatası",
      message: "Sunucuya ulaşılamadı. İnternet bağlantınızı kontrol edip tekrar deneyin.",
      status: 0,
    },
    cause,
  );
}

/** What is read of an answer, over HTTP or not. */
export interface Answered extends Pick<Response, "ok" | "status" | "json" | "body"> {
  headers: Pick<Headers, "get">;
}

/** Reads an error answer; what is no problem+json, such as a proxy's page, gets general words. */
export async function readProblem(response: Answered, asVisitor: boolean): Promise<ApiProblem> {
  const isProblem = response.headers.get("content-type")?.startsWith("application/problem+json");
  if (isProblem) {
    const problem: Problem | undefined = await response.json().catch(() => undefined);
    // The answer was cut off.
    if (!problem) return networkProblem(undefined);
    return new ApiProblem({ ...problem, as_visitor: asVisitor });
  }
  return new ApiProblem({
    code: response.status === 503 ? "not_ready" : "internal_error",
    title: "Beklenmeyen Hata",
    message: "Sunucu beklenmeyen bir yanıt verdi. Lütfen birazdan tekrar deneyin.",
    status: response.status,
  });
}

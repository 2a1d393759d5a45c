import type { Problem } from "#contract/problem.ts";
import type { ProblemCode } from "#web/lib/api/api-types.ts";

type Parts = Pick<Problem, "title" | "message" | "fields" | "ticket" | "methods"> & {
  code: ProblemCode;
  status: number;
  as_visitor?: boolean;
};

/** A failed call; `title` and `message` are Turkish and ready to be shown. */
export class ApiProblem extends Error {
  override name = "ApiProblem";
  readonly code: ProblemCode;
  readonly title: string;
  /** HTTP status; 0 when no response of our server arrived. */
  readonly status: number;
  /** For 422: the error message of each invalid field. */
  readonly fields: Record<string, string>;
  /** With `second_factor_required`: the ticket for the second step, and the available methods. */
  readonly ticket: Problem["ticket"];
  readonly methods: NonNullable<Problem["methods"]>;
  /** The call carried no token, as on the server; with a token the response may differ. */
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

/** The parts of a response that are read, over HTTP or in-process. */
export interface Answered extends Pick<Response, "ok" | "status" | "json" | "body"> {
  headers: Pick<Headers, "get">;
}

/** Reads an error response (problem+json) of the server. */
export async function readProblem(response: Answered, asVisitor: boolean): Promise<ApiProblem> {
  const problem: Problem | undefined = await response.json().catch(() => undefined);
  // The response was cut off.
  if (!problem) return networkProblem(undefined);
  return new ApiProblem({ ...problem, as_visitor: asVisitor });
}

const OUR_TYPES = /^(application\/(json|vnd\.openxml)|text\/(csv|event-stream)|image\/webp)/;

/** Whether a response came from our server, not from a proxy or the person's network. */
export function isOurs({ ok, status, headers }: Answered): boolean {
  const type = headers.get("content-type") ?? "";
  if (!ok) return type.startsWith("application/problem+json");
  return status === 204 || OUR_TYPES.test(type);
}

type Words = readonly [title: string, message: string];

const NETWORK_IN_THE_WAY: Words = [
  "Ağ Bağlantıyı Engelliyor",
  "Bağlandığınız ağ giriş istiyor olabilir. Ağın giriş sayfasını açıp bağlanın ya da başka bir ağla tekrar deneyin.",
];
const FOREIGN_WORDS: Record<number, Words> = {
  403: [
    "İstek Engellendi",
    "Bağlandığınız ağ ya da bir güvenlik denetimi isteği engelledi. Başka bir ağla tekrar deneyin.",
  ],
  413: [
    "Gönderi Çok Büyük",
    "Gönderdiğiniz resim ya da form, sunucunun kabul ettiğinden büyük. Daha küçük bir resimle ya da daha kısa bir metinle tekrar deneyin.",
  ],
  429: ["Çok Fazla Deneme", "Çok fazla istek gönderildi. Lütfen biraz bekleyip tekrar deneyin."],
  511: NETWORK_IN_THE_WAY,
};
const NO_SERVICE: Words = [
  "Hizmete Ulaşılamıyor",
  "Hizmet şu anda yanıt veremiyor. Lütfen birazdan tekrar deneyin.",
];

/**
 * The problem for a response that our server did not make, worded by its status. It counts as no
 * response: the request may or may not have been carried out, and a proxy's status does not tell.
 */
export function foreignProblem({ ok, status }: Answered): ApiProblem {
  const [title, message] = ok ? NETWORK_IN_THE_WAY : (FOREIGN_WORDS[status] ?? NO_SERVICE);
  return new ApiProblem({ code: "network", title, message, status: 0 }, `status ${status}`);
}

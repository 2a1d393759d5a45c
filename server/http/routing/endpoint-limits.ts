import type { Endpoint } from "#contract/endpoint.ts";

export const takesMultipart = (endpoint: Endpoint): boolean =>
  endpoint.encodings?.includes("multipart") === true;

/** Slow by nature, with other limits than the server's load. */
export const isLimitedOtherwise = (endpoint: Endpoint): boolean =>
  endpoint.stream === true ||
  takesMultipart(endpoint) ||
  endpoint.limit === "login" ||
  endpoint.limit === "register" ||
  endpoint.limit === "export";

/** What is used of it; its published types describe an earlier version. */
declare module "negotiator" {
  class Negotiator {
    constructor(request: { headers: Record<string, string> });
    encodings(offered: readonly string[], options: { preferred: readonly string[] }): string[];
    mediaTypes(): string[];
  }
  export = Negotiator;
}

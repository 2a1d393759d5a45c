/** The parts that are used; the published types describe an earlier version. */
declare module "negotiator" {
  class Negotiator {
    constructor(request: { headers: Record<string, string> });
    encodings(offered: readonly string[], options: { preferred: readonly string[] }): string[];
    mediaTypes(): string[];
  }
  export = Negotiator;
}

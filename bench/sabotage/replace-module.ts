import { existsSync } from "node:fs";
import { registerHooks } from "node:module";

/** Replaces the module at `path` in this project with `source`. */
export function replaceModule(path: string, source: string): void {
  const file = new URL(`../../${path}`, import.meta.url);
  if (!existsSync(file)) throw new Error(`${path}, which is to be broken, does not exist.`);
  registerHooks({
    load: (url, context, next) =>
      url === file.href ? { format: "module", source, shortCircuit: true } : next(url, context),
  });
}

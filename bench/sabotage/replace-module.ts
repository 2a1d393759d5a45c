import { registerHooks } from "node:module";

/** From now on, the module whose address ends so is `source`. */
export function replaceModule(ending: string, source: string): void {
  registerHooks({
    load: (url, context, next) =>
      url.endsWith(ending) ? { format: "module", source, shortCircuit: true } : next(url, context),
  });
}

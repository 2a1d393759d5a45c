// Loaded before the product or a test (`--import`): what tests cause thousands of times is cheap.
// Passwords are hashed at the lowest cost, the plain picture of surveys is decoded once, and promises
// are not followed.
import "./cheap-hooks.ts";
import "./cheap-passwords.ts";
import { registerHooks } from "node:module";

const renderer = new URL("../server/images/render.ts", import.meta.url).href;
const decodedOnce = new URL("../server/testing/decoded-once.ts", import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "./decoders.ts" && context.parentURL === renderer
      ? { url: decodedOnce, format: "module-typescript", shortCircuit: true }
      : next(specifier, context),
});

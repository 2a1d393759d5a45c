// Loaded before the product: no request is refused, however many wait.
import { replaceModule } from "./replace-module.ts";

replaceModule("server/http/server/overload.ts", "export function shedLoad() {}");

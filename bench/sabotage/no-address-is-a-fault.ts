// Loaded before the product: a connection whose address is no longer known causes an error again.
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { replaceModule } from "./replace-module.ts";

const CLIENT_IP = "server/http/server/client-ip.ts";
const source = stripTypeScriptTypes(readFileSync(CLIENT_IP, "utf8"));
replaceModule(CLIENT_IP, source.replace('(request, trusted) ?? "")', "(request, trusted))"));

import { hostname } from "node:os";
import { versionText } from "#server/config/version.ts";

/** PostgreSQL cuts longer names off. */
const LONGEST = 63;
const release = ` (${versionText})`;

/** The name of a server's connections: its host and its release. */
export const APPLICATION_NAME: string =
  `kanaat@${hostname()}`.slice(0, LONGEST - release.length) + release;

/** The parts of such a name; servers before 0.2.0 do not name their release. */
export function readApplicationName(name: string): { host: string; release: string | undefined } {
  const [, host = "", release] = /^kanaat@(.*?)(?: \((.+)\))?$/.exec(name) ?? [];
  return { host, release };
}

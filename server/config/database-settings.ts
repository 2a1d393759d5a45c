/** Where PostgreSQL is and how it is used; all undefined on SQLite. */
export interface DatabaseSettings {
  /** Names one host, or several of which one accepts writes; see `hostsOf`. */
  databaseUrl: string | undefined;
  /** Leads to PostgreSQL itself if `databaseUrl` leads to a pooler: for listening and migrating. */
  databaseDirectUrl: string | undefined;
  /** Names one standby, which serves reads of what everybody may see. */
  databaseReplicaUrl: string | undefined;
  /** How many connections this server's processes have together, besides those that listen. */
  databasePoolSize: number | undefined;
}

/** The least for each process, so that its simultaneous writes and reads fit. */
export const LEAST_CONNECTIONS = 4;
const MOST_CONNECTIONS = 500;
const REPLICA = "DATABASE_REPLICA_URL";
const ADDRESSES = ["DATABASE_URL", "DATABASE_DIRECT_URL", REPLICA] as const;
/** The variables that this file reads. */
export const DATABASE_SETTINGS = [...ADDRESSES, "DATABASE_POOL_SIZE"] as const;
const PARTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;
const HOST = /^(\[[\da-f:.]+\]|[^:\s]+)(:\d+)?$/i;
const WRITABLE = /^(read-write|primary)$/;

/** An address for each host of one that libpq can read: `postgres://a:5432,b:5432/kanaat`. */
export function hostsOf(address: string): string[] {
  const [, start = "", hosts = "", rest = ""] = PARTS.exec(address) ?? [];
  return hosts.split(",").map((host) => start + host + rest);
}

/** The same address, for another database of the same server. */
export const atDatabase = (address: string, name: string): string => {
  const [, start = "", hosts = "", rest = ""] = PARTS.exec(address) ?? [];
  return `${start}${hosts}/${name}${rest.replace(/^\/[^?#]*/, "")}`;
};

/** Whether the address stands only for a host that accepts writes. */
export const wantsWritable = (address: string): boolean =>
  hostsOf(address).length > 1 || sessionAttributes(address) !== null;

const sessionAttributes = (address: string) =>
  new URL(hostsOf(address)[0] ?? "").searchParams.get("target_session_attrs");

/**
 * Reads them from the environment, whose other variables have been checked. Throws an error of one
 * line that names the first wrong variable, without the address, since it contains a password.
 */
export function readDatabaseSettings(set: NodeJS.ProcessEnv): DatabaseSettings {
  for (const name of ADDRESSES) {
    const wrong = set[name] && whatIsWrong(set[name], name === REPLICA);
    if (wrong) throw new Error(`${name}=… is wrong: ${wrong}`);
  }
  const lone = ["DATABASE_DIRECT_URL", REPLICA, "DATABASE_POOL_SIZE"].find((name) => set[name]);
  if (lone && !set.DATABASE_URL)
    throw new Error(`${lone} is wrong: expected a DATABASE_URL beside it`);
  return {
    databaseUrl: set.DATABASE_URL,
    databaseDirectUrl: set.DATABASE_DIRECT_URL,
    databaseReplicaUrl: set[REPLICA],
    databasePoolSize: readPoolSize(set),
  };
}

/** What was expected of an address; undefined if nothing is wrong. */
function whatIsWrong(address: string, isReplica: boolean): string | undefined {
  const hosts = hostsOf(address);
  const areAddresses = hosts.every((one) => {
    const [, , host = ""] = PARTS.exec(one) ?? [];
    const isNamed = HOST.test(host) || (host === "" && hosts.length === 1);
    // A `host` parameter is passed on as it is, and can only name one host.
    return isNamed && URL.canParse(one) && !new URL(one).searchParams.get("host")?.includes(",");
  });
  if (!areAddresses) {
    return "expected postgres://user:password@host:5432/database, or several hosts as a:5432,b:5432";
  }
  const attributes = sessionAttributes(address);
  if (isReplica && wantsWritable(address)) {
    return "expected one host without target_session_attrs: several have not the same at one moment";
  }
  return attributes === null || WRITABLE.test(attributes)
    ? undefined
    : "expected no target_session_attrs but read-write or primary";
}

function readPoolSize(set: NodeJS.ProcessEnv): number | undefined {
  const text = set.DATABASE_POOL_SIZE;
  if (!text) return undefined;
  const size = Number(text);
  const least = LEAST_CONNECTIONS * Number(set.WORKERS ?? 1);
  if (Number.isInteger(size) && size >= least && size <= MOST_CONNECTIONS) return size;
  const why = least > LEAST_CONNECTIONS ? `, ${LEAST_CONNECTIONS} for each of WORKERS` : "";
  throw new Error(
    `DATABASE_POOL_SIZE=${text} is wrong: expected ${least} to ${MOST_CONNECTIONS}${why}`,
  );
}

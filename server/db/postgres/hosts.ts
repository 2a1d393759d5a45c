import type { Socket } from "node:net";
import pg from "pg";
import { hostsOf, wantsWritable } from "#server/config/database-settings.ts";
import { APPLICATION_NAME } from "./application-name.ts";
import { HostWatch } from "./host-watch.ts";
import { SilenceBound } from "./silence.ts";

const READ_ONLY = "25006";
const DEFAULT_SILENCE_MS = 550;
/** The same for a connection that shows whether the host can still be reached, at least. */
const PROBE_SILENCE_MS = 1200;
/** Short enough that nothing on the way drops an idle connection as dead. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
const SILENT = "Connection terminated: the database did not answer";

/**
 * Connects to one of the hosts that an address names: to the one that took the last connection or,
 * once that cannot be reached or takes no writes, as after a failover, to the next that does.
 */
export class PostgresHosts {
  readonly #addresses: string[];
  readonly #bounds: SilenceBound[];
  readonly #watches: HostWatch[];
  readonly #mustBeWritable: boolean;
  readonly #connecting = new Set<Socket>();
  #at = 0;

  /** At first a host is given up after `silenceMs` of silence; see `SilenceBound`. */
  constructor(address: string, silenceMs = DEFAULT_SILENCE_MS) {
    this.#addresses = hostsOf(address);
    this.#bounds = this.#addresses.map(() => new SilenceBound(silenceMs));
    if (this.#addresses.length === 1) this.#bounds[0]?.waitForOnlyHost();
    this.#watches = this.#addresses.map((_, host) => new HostWatch(() => this.#probe(host)));
    this.#mustBeWritable = wantsWritable(address);
  }

  get count(): number {
    return this.#addresses.length;
  }

  /** Ends the connections that are being made; their callers get an error. */
  endConnecting(): void {
    for (const socket of this.#connecting) socket.destroy();
  }

  /**
   * Closes the connections that have been made; their queries fail. Those that are being made have
   * a bound of their own, since a host may just be distant.
   */
  cutOff(): void {
    for (const watch of this.#watches) watch.cutOff();
  }

  /**
   * A class of clients, also for `pg.Pool`, each of which connects to the current host. Those with a
   * `statement_timeout` are closed once the host cannot be reached any more (`HostWatch`).
   */
  get Client(): typeof pg.Client {
    return this.#clientClass(
      () => this.#at,
      (host) => this.#bounds[host] as SilenceBound,
    );
  }

  #clientClass(hostNow: () => number, boundOf: (host: number) => SilenceBound): typeof pg.Client {
    const hosts = this;
    class Client extends pg.Client {
      readonly #host = hostNow();
      readonly #isWatched: boolean;

      constructor(settings: pg.ClientConfig = {}) {
        super({
          ...KEEP_ALIVE,
          ...settings,
          connectionString: hosts.#addresses[hostNow()] as string,
        });
        this.#isWatched = Boolean(settings.statement_timeout);
        // An error event without a listener would end the process. What is awaited fails too.
        this.on("error", () => undefined);
      }

      // As in node-postgres, with a callback or a promise.
      override connect(): Promise<never>;
      override connect(callback: (error: Error) => void): void;
      override connect(callback?: (error: Error) => void): Promise<never> | undefined {
        const connected = this.#connect() as Promise<never>;
        if (!callback) return connected;
        connected.then(callback as never, callback);
        return undefined;
      }

      async #connect(): Promise<void> {
        const { connection } = this as unknown as { connection: { stream: Socket } };
        const outer = connection.stream;
        const sockets = () => (outer === connection.stream ? [outer] : [outer, connection.stream]);
        let isSilent = false;
        const watch = boundOf(this.#host).watch(sockets, () => {
          isSilent = true;
          connection.stream.destroy();
        });
        hosts.#connecting.add(outer);
        try {
          await super.connect();
          if (hosts.#mustBeWritable) await requireWritable(this);
          watch.succeeded();
          if (this.#isWatched) hosts.#watches[this.#host]?.add(this, sockets);
        } catch (error) {
          hosts.#passOver(this.#host);
          throw isSilent ? new Error(SILENT, { cause: error }) : error;
        } finally {
          watch.end();
          hosts.#connecting.delete(outer);
        }
      }
    }
    return Client as unknown as typeof pg.Client;
  }

  /** A separate, connected client; throws the last host's error where none can be reached. */
  async connect(settings: pg.ClientConfig): Promise<pg.Client> {
    for (let tries = 1; ; tries++) {
      const client = new this.Client(settings);
      try {
        await client.connect();
        return client;
      } catch (error) {
        if (tries === this.count) throw error;
      }
    }
  }

  /** Throws where no connection can be made to this host. */
  async #probe(host: number): Promise<void> {
    const usualMs = this.#bounds[host]?.ms ?? 0;
    const bound = new SilenceBound(Math.max(PROBE_SILENCE_MS, usualMs));
    const Client = this.#clientClass(
      () => host,
      () => bound,
    );
    const client = new Client({ application_name: APPLICATION_NAME });
    await client.connect();
    void client.end();
  }

  /** Moves on to the next host once, however many connections fail on this one. */
  #passOver(at: number): void {
    if (this.#at === at) this.#at = (at + 1) % this.count;
  }
}

async function requireWritable(client: pg.Client): Promise<void> {
  const { rows } = await client.query("show transaction_read_only");
  if (rows[0]?.transaction_read_only === "off") return;
  await client.end();
  throw Object.assign(new Error("the host takes no writes"), { code: READ_ONLY });
}

import type pg from "pg";
import { atDatabase } from "#server/config/database-settings.ts";
import { PostgresHosts } from "./postgres/hosts.ts";

/** PostgreSQL's code for insufficient privileges. */
const NOT_ALLOWED = "42501";

/** An empty database, which no longer exists once `drop` resolves. */
interface ScratchDatabase {
  databaseUrl: string;
  drop(): Promise<void>;
}

/**
 * Creates a database beside the one at `url`, on the same server; one at a time for each, under a
 * lock that ends with the connection. Drops the one that a killed process has left. Throws where
 * another process has one, and where the role may not create databases.
 */
export async function openScratchDatabase(url: string): Promise<ScratchDatabase> {
  const admin = await new PostgresHosts(url).connect({});
  try {
    await admin.query("set idle_session_timeout = 0");
    const { name, collate, ctype } = await lockScratch(admin);
    await dropIn(admin, name);
    await admin.query(
      `create database ${name} template template0 encoding 'UTF8' lc_collate ${collate} lc_ctype ${ctype}`,
    );
    return {
      databaseUrl: atDatabase(url, name),
      async drop() {
        await dropIn(admin, name);
        await admin.end();
      },
    };
  } catch (error) {
    await admin.end();
    throw Object(error).code === NOT_ALLOWED ? new Error(MAY_NOT_CREATE, { cause: error }) : error;
  }
}

const MAY_NOT_CREATE =
  "The role of DATABASE_URL may not create databases, and the backup is tried in one of its own: " +
  "`alter role … createdb`, or add --sqlite to try it in a temporary file.";

/**
 * The name contains the configured database's number, so other scratch databases cannot have it.
 */
async function lockScratch(admin: pg.Client) {
  const { rows } = await admin.query(
    `select pg_try_advisory_lock(hashtext('kanaat restore check')) as locked,
      'kanaat_restore_check_' || oid as name,
      quote_literal(datcollate) as collate, quote_literal(datctype) as ctype
    from pg_database where datname = current_database()`,
  );
  if (!rows[0].locked) throw new Error("Another backup is being checked on this database.");
  return rows[0] as { name: string; collate: string; ctype: string };
}

const dropIn = (admin: pg.Client, name: string) =>
  admin.query(`drop database if exists ${name} with (force)`);

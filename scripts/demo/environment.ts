/** Settings of an installation that a demo never uses: its database, its secret and its processes. */
const OF_INSTALLATION = /^(DATABASE_|MARK_SECRET|ROLE$|WORKERS$|METRICS_)/;
/** Settings of external services, which a demo uses only on request. */
const OF_SERVICES = /^(S3_|MAIL_URL|MAIL_FROM|OIDC_|IMAGE_BASE_URL$)/;

/**
 * Turns the environment of an installation into that of a demo in `dataDir`: everything that it writes,
 * mails included, stays there unless `withServices`. Returns the names of the settings that were removed.
 */
export function useForDemo(
  environment: NodeJS.ProcessEnv,
  { dataDir, withServices }: { dataDir: string; withServices: boolean },
): string[] {
  const isRemoved = (name: string) =>
    OF_INSTALLATION.test(name) || (!withServices && OF_SERVICES.test(name));
  const removed = Object.keys(environment).filter(isRemoved);
  for (const name of removed) delete environment[name];
  environment.DATA_DIR = dataDir;
  environment.PUBLIC_URL ??= `http://localhost:${environment.PORT ?? 3000}`;
  if (!environment.MAIL_URL && !environment.MAIL_URL_FILE) {
    environment.MAIL_URL = "file:";
    environment.MAIL_FROM ??= "demo@kanaat.example";
  }
  return removed;
}

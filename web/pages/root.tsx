import type { QueryClient } from "@tanstack/react-query";
import {
  type AnyRouteMatch,
  createRootRouteWithContext,
  HeadContent,
  Outlet,
  ScriptOnce,
  Scripts,
  useRouter,
  useRouterState,
} from "@tanstack/react-router";
import { getScrollRestorationScriptForRouter } from "@tanstack/router-core/scroll-restoration-script";
import { BRAND } from "#contract/brand.ts";
import { PAGE } from "#contract/palette.ts";
import { OPTION_ORDER_SCRIPT } from "#web/features/ballots/option-order.ts";
import { INSTALL_SCRIPT } from "#web/features/installed-app/install-script.ts";
import { LoadingPage } from "#web/features/shell/loading-page.tsx";
import { OLD_BROWSER_SCRIPT, OldBrowserNote } from "#web/features/shell/old-browser-note.tsx";
import { Shell } from "#web/features/shell/shell.tsx";
import { apiBase } from "#web/lib/api/api-client.ts";
import { ApiProblem } from "#web/lib/api/api-problem.ts";
import { canonicalPath } from "#web/lib/canonical-path.ts";
import { EARLY_PRESS_SCRIPT } from "#web/lib/page-start/early-press.ts";
import { IN_APP_SCRIPT } from "#web/lib/page-start/in-app-script.ts";
import { pageTitle, SITE_DESCRIPTION } from "#web/lib/page-title.ts";
import { LOGIN_STATE_SCRIPT } from "#web/lib/session.ts";
import {
  daysKeptJson,
  providersJson,
  registration,
  sendsMail,
  siteOrigin,
  ssrContext,
} from "#web/lib/ssr-context.ts";
import { routes } from "#web/routes.ts";
import appCss from "#web/styles/app.css?url";
import favicon from "#web/styles/favicon.svg?url";
import font from "#web/styles/fonts/schibsted-grotesk-latin.woff2?url";

/** An on-screen keyboard shrinks dialogs, whose buttons would otherwise lie under it. */
const VIEWPORT = "width=device-width, initial-scale=1, interactive-widget=resizes-content";

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  head: ({ matches }) => ({
    meta: [
      { charSet: "utf-8" },
      { name: "viewport", content: VIEWPORT },
      { title: ssrContext()?.isShell ? BRAND : pageTitle(titleOf(matches)) },
      { name: "description", content: SITE_DESCRIPTION },
    ],
    links: [
      { rel: "stylesheet", href: appCss },
      {
        rel: "preload",
        as: "font",
        type: "font/woff2",
        href: font,
        crossOrigin: "anonymous",
      },
      { rel: "icon", type: "image/svg+xml", href: favicon },
      ...canonicalLinks(matches),
    ],
  }),
  component: Document,
});

function Document() {
  const isShell = useIsShell();
  const restoreScroll = getScrollRestorationScriptForRouter(useRouter());
  return (
    <html
      lang="tr"
      data-api-base={apiBase() || undefined}
      data-mail={sendsMail() ? "" : undefined}
      data-registration={registration() === "open" ? undefined : registration()}
      data-providers={providersJson()}
      data-days-kept={daysKeptJson()}
      data-shell={isShell ? "" : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta name="theme-color" media="(prefers-color-scheme: light)" content={PAGE.light} />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content={PAGE.dark} />
        <HeadContent />
        <ScriptOnce>{import.meta.env.SSR ? LOGIN_STATE_SCRIPT : ""}</ScriptOnce>
        <ScriptOnce>
          {import.meta.env.SSR ? IN_APP_SCRIPT + INSTALL_SCRIPT + OPTION_ORDER_SCRIPT : ""}
        </ScriptOnce>
        <ScriptOnce>{import.meta.env.SSR ? EARLY_PRESS_SCRIPT : ""}</ScriptOnce>
      </head>
      <body>
        <OldBrowserNote />
        {isShell ? (
          <LoadingPage />
        ) : (
          <Shell>
            <Outlet />
          </Shell>
        )}
        <ScriptOnce>{import.meta.env.SSR ? OLD_BROWSER_SCRIPT : ""}</ScriptOnce>
        {restoreScroll && <ScriptOnce>{restoreScroll}</ScriptOnce>}
        <Scripts />
      </body>
    </html>
  );
}

/** Pages of surveys add their own, if the survey is public. */
function canonicalLinks(matches: readonly AnyRouteMatch[]) {
  const { fullPath = "/$", pathname, search } = matches.at(-1) ?? {};
  const isOwn = fullPath.startsWith("/surveys/$id") || routes[fullPath]?.isPersonal;
  if (!pathname || isOwn || ssrContext()?.isShell || isMissing(matches)) return [];
  return [{ rel: "canonical", href: siteOrigin() + canonicalPath(pathname, search) }];
}

const cameAsShell = typeof document !== "undefined" && "shell" in document.documentElement.dataset;

/** Whether the document came without its page, and the browser has not loaded it yet (ADR-022). */
function useIsShell(): boolean {
  const isLoading = useRouterState({ select: ({ resolvedLocation }) => !resolvedLocation });
  return ssrContext()?.isShell ?? (cameAsShell && isLoading);
}

/** The route table's title, or the not-found page's if the address or its content is missing. */
function titleOf(matches: readonly AnyRouteMatch[]): string {
  const path = isMissing(matches) ? "/$" : matches.at(-1)?.fullPath;
  return routes[path ?? ""]?.title ?? "";
}

const isMissing = (matches: readonly AnyRouteMatch[]): boolean =>
  matches.some(
    ({ status, error, fullPath }) =>
      status === "notFound" ||
      fullPath === "/$" ||
      (error instanceof ApiProblem && error.status === 404),
  );

import { createHash } from "node:crypto";
import { BRAND } from "#contract/brand.ts";
import { Html, html } from "#contract/html.ts";
import { themeOf } from "#contract/palette.ts";
import { readTextSync } from "#server/http/text-file.ts";

const STYLE =
  themeOf("page", "ink", "muted", "nar", "on-accent", "turkuaz") +
  readTextSync(new URL("offline-page.css", import.meta.url));

const styleHash = createHash("sha256").update(STYLE).digest("base64");
export const OFFLINE_POLICY = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Shown by the service worker in place of a page that cannot be loaded; links to that page. */
export const offlinePage = (): string =>
  html`<!doctype html>
<html lang="tr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>Bağlantı yok · ${BRAND}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<main>
<h1>Bağlantınız yok</h1>
<p>${BRAND} bu sayfayı açamadı. Bağlantınızı kontrol edip yeniden deneyin. Verdiğiniz oylar ve bu tarayıcıdaki taslağınız yerinde.</p>
<a href="">Yeniden Dene</a>
</main>
</body>
</html>
`.text;

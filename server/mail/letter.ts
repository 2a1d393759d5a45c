import { BRAND } from "#contract/brand.ts";
import { Html, html } from "#contract/html.ts";
import { DARK, LIGHT, WHITE } from "#contract/palette.ts";
import type { Words } from "./words.ts";

/** Every kind of letter; for the log too, since a kind reveals nothing about the recipient. */
export const LETTER_KINDS = [
  ...(["verify", "reset", "email-changed", "password-changed"] as const),
  ...(["identity-linked", "identity-unlinked", "new_browser"] as const),
  ...(["factor_added", "factor_removed"] as const),
  ...(["recovery_code_used", "recovery_codes_renewed", "data_downloaded"] as const),
  ...(["code", "code-second-step", "code-no-account"] as const),
  "survey-ended",
  ...(["decision", "decision-undone", "objection-answered", "review-passed"] as const),
] as const;
export type LetterKind = (typeof LETTER_KINDS)[number];

/**
 * The letters that prove an address, or say that it has no account; no other goes to one that is not
 * proven (R403).
 */
export const PROVING: ReadonlySet<LetterKind> = new Set<LetterKind>([
  ...(["verify", "reset", "code", "code-no-account"] as const),
]);
/** Letters that may go to people who have no account. */
const TO_ANYBODY: ReadonlySet<LetterKind> = new Set<LetterKind>(["code", "code-no-account"]);

/** A mail to one person, in Turkish. */
export interface Letter {
  kind: LetterKind;
  subject: Words;
  paragraphs: readonly Words[];
  /** Digits to type in, in large. */
  code?: Words;
  /** A button and the address that it opens. */
  action?: { label: Words; url: Words };
  /** Text below the button. */
  notes?: readonly Words[];
}

/** A letter as it waits in the outbox. */
export interface AddressedLetter extends Letter {
  /** The recipient's nickname. */
  name?: Words;
}

const FONT = new Html("-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif");

const greeting = (name?: Words) => (name ? `Merhaba ${name},` : "Merhaba,");

export function toText({ name, paragraphs, code, action, notes = [] }: AddressedLetter): string {
  const parts = [
    greeting(name),
    ...paragraphs,
    ...(code ? [code] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...notes,
    `-- \n${BRAND}`,
  ];
  return `${parts.join("\n\n")}\n`;
}

/**
 * The letter as HTML for mail programs: tables and inline styles, since Outlook supports no more;
 * no pictures and nothing from other servers.
 */
export function toHtml(letter: AddressedLetter): string {
  const { kind, subject, name, paragraphs, code, action, notes = [] } = letter;
  const paragraph = (text: string) =>
    html`<p class="ink" dir="auto" style="margin:0 0 16px;color:${LIGHT.ink}">${text}</p>`;
  const note = (text: string | Html) =>
    html`<p class="muted" style="margin:0 0 12px;font-size:14px;line-height:21px;color:${LIGHT.muted}">${text}</p>`;
  return html`<!doctype html>
<html lang="tr">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${subject}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: ${DARK.page} !important; }
  .card { background: ${DARK.surface} !important; border-color: ${DARK.line} !important; }
  .ink { color: ${DARK.ink} !important; }
  .muted { color: ${DARK.muted} !important; }
}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:${LIGHT.page}">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${LIGHT.page}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left;font-family:${FONT};font-size:16px;line-height:24px">
<tr><td class="ink" style="padding:0 4px 16px;font-size:22px;line-height:28px;font-weight:800;color:${LIGHT.ink}">${BRAND}</td></tr>
<tr><td class="card" style="padding:28px 24px 16px;background:${LIGHT.surface};border:1px solid ${LIGHT.line};border-radius:12px">
<h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:28px;font-weight:800;color:${LIGHT.ink}">${subject}</h1>
${lines([greeting(name), ...paragraphs].map(paragraph))}
${code && html`<p class="ink" style="margin:8px 0 24px;font-size:36px;line-height:44px;font-weight:800;letter-spacing:6px;color:${LIGHT.ink}">${code}</p>`}
${action && html`${buttonOf(action)}\n${note(html`Düğme açılmazsa bu adresi tarayıcınıza yapıştırın:<br><span style="word-break:break-all">${action.url}</span>`)}`}
${lines(notes.map(note))}
</td></tr>
<tr><td class="muted" style="padding:16px 4px 0;font-size:13px;line-height:20px;color:${LIGHT.muted}">Bu e-posta ${TO_ANYBODY.has(kind) ? html`${BRAND} sitesinde bu adres yazıldığı için` : html`${BRAND} hesabınızla ilgili olarak`} gönderildi.</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.text;
}

const buttonOf = ({ label, url }: { label: string; url: string }) =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px"><tr><td bgcolor="${LIGHT.nar}" style="background:${LIGHT.nar};border-radius:8px"><a href="${url}" style="display:inline-block;padding:12px 22px;font-family:${FONT};font-weight:700;color:${WHITE};text-decoration:none">${label}</a></td></tr></table>`;

const lines = (parts: readonly Html[]) => parts.map((part, at) => (at ? html`\n${part}` : part));

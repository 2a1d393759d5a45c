import { createElement, Fragment, type ReactNode } from "react";
import { daysKept, offeredProviders, sendsMail } from "#web/lib/ssr-context.ts";
import { TextLink } from "#web/ui/text-link.tsx";
import type { Condition, TextNode } from "#web/ui/text-node.ts";

const isOffered: Record<Condition, () => boolean> = {
  mail: sendsMail,
  providers: () => offeredProviders().length > 0,
  deletion_log: () => daysKept("deletion_log") > 0,
  security_log: () => daysKept("security_log") > 0,
};

const styles = {
  h1: "text-question",
  h2: "mt-4 text-2xl font-extrabold",
  h3: "mt-2 text-xl font-extrabold",
  p: "text-pretty",
  blockquote: "border-l-4 border-turkuaz pl-4 text-lg",
  ul: "grid list-disc gap-2 pl-6",
  ol: "grid list-decimal gap-2 pl-6",
  li: "pl-1 marker:text-muted",
  strong: "font-semibold",
  em: "italic",
  hr: "border-line",
  br: "",
};

/** A long text, such as a page of `content/`, in a column of readable width. */
export function RichText({ text }: { text: readonly TextNode[] }) {
  return (
    <article className="column grid gap-4 text-lg leading-relaxed wrap-anywhere">
      {text.map(toElement)}
    </article>
  );
}

function toElement(node: TextNode, index: number): ReactNode {
  if (typeof node === "string") return node;
  if ("daysOf" in node) return String(daysKept(node.daysOf));
  if ("condition" in node && isOffered[node.condition]() !== node.expected) return null;
  const children = node.children.map(toElement);
  if ("condition" in node) return <Fragment key={index}>{children}</Fragment>;
  if (node.tag !== "a") {
    const props = { key: index, className: styles[node.tag] };
    return createElement(node.tag, props, ...children);
  }
  return node.href.startsWith("/") ? (
    <TextLink key={index} to={node.href}>
      {children}
    </TextLink>
  ) : (
    <a
      key={index}
      href={node.href}
      className="font-semibold text-turkuaz underline underline-offset-4"
    >
      {children}
    </a>
  );
}

import { createElement, type ReactNode } from "react";
import { TextLink } from "#web/ui/text-link.tsx";
import type { TextNode } from "#web/ui/text-node.ts";

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
  const children = node.children.map(toElement);
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

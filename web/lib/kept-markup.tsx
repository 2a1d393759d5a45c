import { RouterContextProvider, useRouter } from "@tanstack/react-router";
import type { HTMLAttributes, ReactNode } from "react";

/** About 8 MB of markup where each is a card. */
const KEPT_MAX = 1000;

type Render = (content: ReactNode) => string;
let render: Render | undefined;
/** The least recently used first. */
const kept = new Map<string, string>();

/** Makes the server render content once. */
export function keepMarkup(renderToString: Render): void {
  render = renderToString;
}

interface Props extends HTMLAttributes<HTMLElement> {
  as: "div" | "footer" | "header" | "li" | "nav" | "ul";
  /**
   * Everything that the content depends on besides the path, as text; undefined for content that is
   * always rendered. The content must not contain `useId`, whose ids depend on the place in the page,
   * pictures that are not loaded lazily, which React preloads in the head, or text that becomes untrue
   * with time (`trueUntil`).
   */
  by: string | undefined;
  /** For content whose links are marked as current on pages of a route, not of one address. */
  perRoute?: boolean;
  children: ReactNode;
}

/**
 * An element whose content the server renders once for all documents, until others need the room.
 * Browsers render and hydrate it like any other.
 */
export const Kept = import.meta.env.SSR ? KeptOnServer : Plain;

function Plain({ as: Element, by: _by, perRoute: _perRoute, ...props }: Props) {
  return <Element {...props} />;
}

function KeptOnServer(props: Props) {
  const router = useRouter();
  const { as: Element, by, perRoute, children, ...attributes } = props;
  if (by === undefined || !render) return <Plain {...props} />;
  const { location, matches } = router.state;
  const key = `${by} ${perRoute ? matches.at(-1)?.fullPath : location.pathname}`;
  let markup = kept.get(key);
  if (markup === undefined) {
    markup = render(<RouterContextProvider router={router}>{children}</RouterContextProvider>);
    const [oldest] = kept.keys();
    if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
  } else kept.delete(key);
  kept.set(key, markup);
  // React rendered it, so that everything in it is escaped.
  const content = { dangerouslySetInnerHTML: { __html: markup } };
  return <Element {...attributes} {...content} />;
}

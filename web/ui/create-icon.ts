import { createElement, type SVGProps } from "react";

/** An icon's data in a file of lucide-react. */
interface IconData {
  node: [tag: string, attributes: Record<string, string>][];
}

const STYLE: SVGProps<SVGSVGElement> = {
  xmlns: "http://www.w3.org/2000/svg",
  width: "24",
  height: "24",
  viewBox: "0 0 24 24",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: "2",
  strokeLinecap: "round",
  strokeLinejoin: "round",
};

/**
 * Creates an icon's component, in place of lucide-react's own function (vite.config.ts), which
 * merges contexts, names and classes at each rendering, although no page here uses them.
 */
function createIcon({ node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return (props: SVGProps<SVGSVGElement>) =>
    createElement("svg", { ...STYLE, ...props }, ...shapes);
}

export { createIcon as default };

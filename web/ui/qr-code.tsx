import { useMemo } from "react";
import { encode } from "uqr";

/** With the margin that readers need. */
export const QR_SETTINGS = { ecc: "M", border: 4 } as const;

/** What is dark of a text's code, as the path of an SVG of so many units. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, QR_SETTINGS);
  const squares = data.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")),
  );
  return { path: squares.join(""), size };
}

interface Props {
  text: string;
  label: string;
  className: string;
}

/** A QR code, dark on white in both themes, which not every camera reads the other way round. */
export function QrCode({ text, label, className }: Props) {
  const { path, size } = useMemo(() => qrPath(text), [text]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={className}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

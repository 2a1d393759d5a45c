import { useMemo } from "react";
import { encode } from "uqr";

/** `border` is the margin that scanners need. */
export const QR_SETTINGS = { ecc: "M", border: 4 } as const;

/** The dark squares of a text's QR code, as an SVG path; the SVG is `size` units wide and high. */
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

/** A QR code, dark on white in both themes: not every camera reads inverted codes. */
export function QrCode({ text, label, className }: Props) {
  const { path, size } = useMemo(() => qrPath(text), [text]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} className={className}>
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" shapeRendering="crispEdges" />
    </svg>
  );
}

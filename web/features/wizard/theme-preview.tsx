import { cn } from "#web/ui/cn.ts";
import type { Draft, Picture } from "./draft.ts";
import { usePictureUrl } from "./use-picture-url.ts";

const SAMPLES = ["Evet", "Hayır", "Kararsızım"];

/** The survey as people will see it, in small; what is not written yet is made up. */
export function ThemePreview({ draft, theme }: { draft: Draft; theme: Draft["theme"] }) {
  const shown = theme === 1 ? SAMPLES : SAMPLES.slice(0, 2);
  const options = shown.map((sample, at) => ({
    content: draft.options[at]?.content || sample,
    image: draft.options[at]?.image ?? ({ kind: "tile", color: at } as const),
  }));
  return (
    <span
      aria-hidden="true"
      className="mt-3 flex flex-col gap-2.5 overflow-hidden rounded border border-line bg-page p-3 text-ink"
    >
      <Shown picture={draft.image} title={draft.question} shape="cover" className="aspect-2/1" />
      <span className="line-clamp-2 text-base leading-tight font-extrabold wrap-anywhere">
        {draft.question || "Sorunuz burada duracak"}
      </span>
      <span className={cn("grid gap-2", theme === 2 && "grid-cols-2")}>
        {options.map(({ content, image }, at) => (
          <span
            key={shown[at]}
            className={cn(
              "flex min-w-0 items-center overflow-hidden rounded border border-edge bg-surface",
              theme === 2 && "flex-col",
            )}
          >
            <Shown
              picture={image}
              title={content}
              shape="option"
              className={theme === 1 ? "min-h-11 w-11 shrink-0 self-stretch" : "aspect-4/3 w-full"}
            />
            <span className="line-clamp-2 p-2 text-sm leading-tight font-semibold wrap-anywhere">
              {content}
            </span>
          </span>
        ))}
      </span>
    </span>
  );
}

interface ShownProps {
  picture: Picture | null;
  title: string;
  shape: "cover" | "option";
  className: string;
}

function Shown({ picture, title, shape, className }: ShownProps) {
  const url = usePictureUrl(picture, title, shape);
  return (
    <span className={cn("relative block bg-sunken", className)}>
      {url && <img src={url} alt="" className="absolute inset-0 size-full object-cover" />}
    </span>
  );
}

import type { TileShape } from "#contract/tiles.ts";
import { cn } from "#web/ui/cn.ts";
import type { Draft, Picture } from "./draft/draft.ts";
import { usePhotoUrl } from "./draft/photo-url.ts";
import { Tile } from "./tile.tsx";

const SAMPLES = ["Evet", "Hayır", "Kararsızım"];

/** A small preview of the survey; samples replace what is not filled in yet. */
export function ThemePreview({ draft, theme }: { draft: Draft; theme: Draft["theme"] }) {
  const samples = theme === 1 ? SAMPLES : SAMPLES.slice(0, 2);
  const options = samples.map((sample, i) => ({
    content: draft.options[i]?.content || sample,
    image: draft.options[i]?.image ?? ({ kind: "tile", color: i } as const),
  }));
  return (
    <span
      aria-hidden="true"
      className="mt-3 flex flex-col gap-2.5 overflow-hidden rounded border border-line bg-page p-3 text-ink"
    >
      <PreviewImage
        picture={draft.image}
        title={draft.question}
        shape="cover"
        className="aspect-2/1 max-sm:hidden"
      />
      <span
        dir="auto"
        className="line-clamp-2 text-base leading-tight font-extrabold wrap-anywhere"
      >
        {draft.question || "Sorunuz burada duracak"}
      </span>
      <span className={cn("grid gap-2", theme === 2 && "grid-cols-2")}>
        {options.map(({ content, image }, i) => (
          <span
            key={samples[i]}
            className={cn(
              "flex min-w-0 items-center overflow-hidden rounded border border-edge bg-surface",
              theme === 2 && "flex-col",
            )}
          >
            <PreviewImage
              picture={image}
              title={content}
              shape="option"
              className={theme === 1 ? "min-h-11 w-11 shrink-0 self-stretch" : "aspect-4/3 w-full"}
            />
            <span
              dir="auto"
              className="line-clamp-2 p-2 text-sm leading-tight font-semibold wrap-anywhere"
            >
              {content}
            </span>
          </span>
        ))}
      </span>
    </span>
  );
}

interface PreviewImageProps {
  picture: Picture | null;
  title: string;
  shape: TileShape;
  className: string;
}

function PreviewImage({ picture, title, shape, className }: PreviewImageProps) {
  const url = usePhotoUrl(picture);
  return (
    <span className={cn("relative block bg-sunken", className)}>
      {picture?.kind === "tile" && <Tile title={title} color={picture.color} shape={shape} />}
      {url && <img src={url} alt="" className="absolute inset-0 size-full object-cover" />}
    </span>
  );
}

import { useState } from "react";
import { type PictureShape, SURVEY_PICTURES } from "#contract/limits.ts";
import { cn } from "#web/ui/cn.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

interface Props {
  path: string;
  shape: PictureShape;
  alt: string;
}

/** Widths that leave all of a picture on a phone's screen. */
const WIDTHS: Record<PictureShape, string> = {
  link: "max-w-96",
  square: "max-w-64",
  story: "max-w-40",
};

/** A picture that the server may first have to draw; a skeleton of its shape until it is there. */
export function DrawnPicture({ path, shape, alt }: Props) {
  const [state, setState] = useState<"loading" | "shown" | "lost">("loading");
  return (
    <div
      className={cn(
        "relative w-full justify-self-center overflow-hidden rounded border border-line",
        WIDTHS[shape],
      )}
    >
      <img
        {...SURVEY_PICTURES[shape]}
        // One from the browser's cache may have loaded before React listens.
        ref={(image) => {
          if (image?.complete && image.naturalWidth > 0) setState("shown");
        }}
        src={path}
        alt={alt}
        onLoad={() => setState("shown")}
        onError={() => setState("lost")}
        className={cn("block h-auto w-full", state !== "shown" && "opacity-0")}
      />
      {state === "loading" && (
        <span className="absolute inset-0 grid place-items-center text-muted">
          <Skeleton className="col-start-1 row-start-1 size-full rounded-none" />
          <span className="col-start-1 row-start-1">
            <Spinner label="Görsel hazırlanıyor" />
          </span>
        </span>
      )}
      {state === "lost" && (
        <p role="status" className="absolute inset-0 grid place-items-center p-4 text-center">
          Görsel şu an yüklenemedi.
        </p>
      )}
    </div>
  );
}

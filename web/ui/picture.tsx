import { imageSources, imageUrl } from "#web/lib/image-url.ts";
import { cn } from "./cn.ts";

interface Props {
  /** Stored path of the image. */
  path: string;
  alt: string;
  /** Shown width, as an `<img sizes>` value. */
  sizes: string;
  /** Loads first instead of when scrolled into view: for the page's priority picture. */
  priority?: boolean;
  className?: string;
}

/** A stored image in a suitable width; `className` sets its proportions, so nothing shifts. */
export function Picture({ path, alt, sizes, priority, className }: Props) {
  return (
    <img
      src={imageUrl(path)}
      srcSet={imageSources(path)}
      sizes={sizes}
      alt={alt}
      loading={priority ? "eager" : "lazy"}
      fetchPriority={priority ? "high" : "auto"}
      decoding={priority ? "sync" : "async"}
      className={cn("bg-sunken object-cover", className ?? "aspect-16/9 w-full")}
    />
  );
}

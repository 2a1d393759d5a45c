import { imageSources, imageUrl } from "#web/lib/image-url.ts";
import { cn } from "./cn.ts";

interface Props {
  /** Stored path of the image. */
  path: string;
  alt: string;
  /** How wide it is shown, in the notation of `<img sizes>`. */
  sizes: string;
  /** The page's main picture: fetched first instead of when it comes into view. */
  main?: boolean;
  className?: string;
}

/** A stored image in the width that fits; its box keeps the proportion, so nothing shifts. */
export function Picture({ path, alt, sizes, main, className }: Props) {
  return (
    <img
      src={imageUrl(path)}
      srcSet={imageSources(path)}
      sizes={sizes}
      alt={alt}
      loading={main ? "eager" : "lazy"}
      fetchPriority={main ? "high" : "auto"}
      decoding={main ? "sync" : "async"}
      className={cn("bg-sunken object-cover", className ?? "aspect-16/9 w-full")}
    />
  );
}

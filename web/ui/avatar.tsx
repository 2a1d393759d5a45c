import UserRound from "lucide-react/icons/user-round";
import { imageUrl, smallImageUrl } from "#web/lib/image-url.ts";
import { cn } from "./cn.ts";

interface Props {
  /** Stored path; null shows the default picture (R30). */
  image: string | null;
  /** Diameter in pixels. */
  size?: 32 | 40 | 48 | 128;
  /** Loads at once instead of when scrolled into view. */
  priority?: boolean;
  className?: string;
}

const sizes = { 32: "size-8", 40: "size-10", 48: "size-12", 128: "size-32" };

/** A person's picture. It has no alternative text, because the name is always beside it. */
export function Avatar({ image, size = 40, priority, className }: Props) {
  const style = cn("shrink-0 rounded-full bg-turkuaz-soft object-cover", sizes[size], className);
  if (!image) {
    return (
      <span className={cn("grid place-items-center text-turkuaz", style)}>
        <UserRound className="size-3/5" aria-hidden="true" />
      </span>
    );
  }
  const src = size > 48 ? imageUrl(image) : smallImageUrl(image);
  return (
    <img
      src={src}
      alt=""
      width={size}
      height={size}
      loading={priority ? "eager" : "lazy"}
      className={style}
    />
  );
}

import type { LinkProps } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { onUnmodifiedClick } from "#web/lib/unmodified-click.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

interface Props {
  /** Address of the next page, for opening without scripts or in a new tab. */
  link: Pick<LinkProps, "to" | "search">;
  isLoading: boolean;
  onLoadMore: () => void;
}

const LOAD_AHEAD = "800px";

/** The end of an endless list: loads the next page before it scrolls into view (R132). */
export function MoreSurveys({ link, isLoading, onLoadMore }: Props) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current || isLoading) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onLoadMore(), {
      rootMargin: LOAD_AHEAD,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isLoading, onLoadMore]);

  return (
    <div ref={end} className="mt-8 flex justify-center">
      <LinkButton {...link} preload={false} onClick={onUnmodifiedClick(onLoadMore)}>
        Daha Fazla Göster
      </LinkButton>
    </div>
  );
}

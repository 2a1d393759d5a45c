import type { LinkProps } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { onPlainPress } from "#web/lib/unmodified-click.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

interface Props {
  /** Where the next page is, for those without scripts and for opening it elsewhere. */
  link: Pick<LinkProps, "to" | "search">;
  isLoading: boolean;
  onMore: () => void;
}

const AHEAD = "800px";

/** The end of an endless list: loads its next page as it comes near (R132). */
export function MoreSurveys({ link, isLoading, onMore }: Props) {
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current || isLoading) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), {
      rootMargin: AHEAD,
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isLoading, onMore]);

  return (
    <div ref={end} className="mt-8 flex justify-center">
      <LinkButton {...link} preload={false} onClick={onPlainPress(onMore)}>
        Daha Fazla Göster
      </LinkButton>
    </div>
  );
}

import { useEffect, useRef, useState } from "react";
import { cn } from "#web/ui/cn.ts";

/** The beginning of a description; "devamı" shows the rest, if there is more. */
export function SurveyDescription({ text }: { text: string }) {
  const paragraph = useRef<HTMLParagraphElement>(null);
  const [isCut, setCut] = useState(false);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!paragraph.current) return;
    const observer = new ResizeObserver(([entry]) => {
      // Nothing is cut off while open; the button stays, to close it again.
      if (entry && !isOpen) setCut(entry.target.scrollHeight > entry.target.clientHeight + 1);
    });
    observer.observe(paragraph.current);
    return () => observer.disconnect();
  }, [isOpen]);
  return (
    <div dir="auto" className="relative max-w-prose text-lg">
      <p
        ref={paragraph}
        className={cn("paragraphs wrap-anywhere", !isOpen && "line-clamp-2 print:line-clamp-none")}
      >
        {text}
      </p>
      {isCut && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className={cn(
            "h-11 rounded font-semibold text-turkuaz underline underline-offset-4 print:hidden",
            // On the last line, covering its end.
            !isOpen &&
              "absolute end-0 -bottom-2 bg-linear-to-r from-transparent to-page to-20% ps-8 rtl:bg-linear-to-l",
          )}
        >
          {isOpen ? "daha az" : "devamı"}
        </button>
      )}
    </div>
  );
}

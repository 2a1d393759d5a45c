import type { ReactNode } from "react";
import { cn } from "#web/ui/cn.ts";
import { Logo } from "#web/ui/logo.tsx";

interface Props {
  title: string;
  text: string;
  /** Whether something is searched or filtered: then the results get the room (R519). */
  isUsed: boolean;
  /** The search form and further links. */
  children: ReactNode;
}

export function SearchHero({ title, text, isUsed, children }: Props) {
  return (
    <header
      className={cn("relative -mt-6 overflow-hidden sm:-mt-10", !isUsed && "bg-turkuaz-soft")}
    >
      {!isUsed && (
        <Logo className="absolute -right-8 -bottom-24 hidden size-88 text-turkuaz opacity-15 lg:block" />
      )}
      <div
        className={cn(
          "wide relative grid grid-cols-1 items-end lg:grid-cols-2 lg:gap-x-12",
          isUsed ? "gap-2 pt-4 pb-1" : "gap-2 py-3 sm:gap-4 sm:py-5",
        )}
      >
        <div className={isUsed ? "sr-only" : "grid gap-2"}>
          <h1 className="text-2xl font-extrabold sm:text-question">{title}</h1>
          <p className="max-w-xl text-lg text-pretty max-sm:sr-only">{text}</p>
        </div>
        {children}
      </div>
    </header>
  );
}

import type { ReactNode } from "react";
import { Logo } from "#web/ui/logo.tsx";

interface Props {
  title: string;
  text: string;
  /** The search form and further links. */
  children: ReactNode;
}

export function SearchHero({ title, text, children }: Props) {
  return (
    <header className="relative -mt-6 overflow-hidden bg-turkuaz-soft sm:-mt-10">
      <Logo className="absolute -right-8 -bottom-24 hidden size-88 text-turkuaz opacity-15 lg:block" />
      <div className="wide relative grid grid-cols-1 gap-5 py-8 sm:py-12">
        <div className="grid gap-2">
          <h1 className="text-question">{title}</h1>
          <p className="max-w-xl text-lg text-pretty">{text}</p>
        </div>
        {children}
      </div>
    </header>
  );
}

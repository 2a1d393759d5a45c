import { type ComponentType, useEffect, useState } from "react";
import { networkProblem } from "#web/lib/api-problem.ts";
import { reloadIfOnline } from "#web/lib/chunk-load-error.ts";
import { ProblemState } from "#web/ui/problem-state.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

/**
 * A part of a page whose code comes when it is first shown. One that does not arrive says so in its
 * place and can be asked for again; React's own `lazy` would take the whole page down for good.
 */
export function lazyPart<Props extends object>(
  label: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;

  return function LazyPart(props: Props) {
    const [state, setState] = useState<"asked" | "there" | "lost">(loaded ? "there" : "asked");
    const [isAgain, setAgain] = useState(false);
    useEffect(() => {
      if (state !== "asked") return;
      load().then(
        (component) => {
          loaded = component;
          setState("there");
        },
        () => setState("lost"),
      );
    }, [state]);

    const Loaded = loaded;
    if (Loaded) return <Loaded {...props} />;
    if (state === "asked") return <Spinner label={label} />;
    const retry = async () => {
      // The code may have gone with a new release; the page then brings its own.
      if (!isAgain || !(await reloadIfOnline())) setState("asked");
      setAgain(true);
    };
    return <ProblemState error={networkProblem(undefined)} onRetry={retry} />;
  };
}

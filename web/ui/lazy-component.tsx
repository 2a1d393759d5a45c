import { type ComponentType, useEffect, useState } from "react";
import type { ApiProblem } from "#web/lib/api/api-problem.ts";
import { reloadIfOnline } from "#web/lib/api/chunk-load-error.ts";
import { LostCode } from "#web/ui/lost-code.tsx";
import { Spinner } from "#web/ui/spinner.tsx";

/**
 * A component whose code is loaded when it is first rendered. If loading fails, a message with a
 * retry button takes its place; React's own `lazy` would break the whole page, without a retry.
 *
 * @param label What is loading; empty where that is not said
 * @param Without shown above that message, and while loading if there is no label: what can be done
 * without the code
 */
export function lazyComponent<Props extends object>(
  label: string,
  load: () => Promise<ComponentType<Props>>,
  Without?: ComponentType<Props>,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;

  return function LazyComponent(props: Props) {
    const [state, setState] = useState<"loading" | "loaded" | "failed">(
      loaded ? "loaded" : "loading",
    );
    const [error, setError] = useState<unknown>();
    const [hasRetried, setHasRetried] = useState(false);
    useEffect(() => {
      if (state !== "loading") return;
      load().then(
        (component) => {
          loaded = component;
          setState("loaded");
        },
        (reason: unknown) => {
          setError(reason);
          setState("failed");
        },
      );
    }, [state]);

    const Loaded = loaded;
    if (Loaded) return <Loaded {...props} />;
    const without = Without && <Without {...props} />;
    if (state === "loading") return label ? <Spinner label={label} /> : without;
    const retry = async ({ status }: ApiProblem) => {
      // Browsers may remember that a file failed to load; a reload requests it again.
      const mayCome = status === 0 && !hasRetried;
      if (mayCome || !(await reloadIfOnline())) setState("loading");
      setHasRetried(true);
    };
    return (
      <>
        {without}
        <LostCode error={error} onRetry={retry} />
      </>
    );
  };
}

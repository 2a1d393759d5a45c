import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Whether the page is being printed, before the browser lays it out for that. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const update = ({ type }: Event) => flushSync(() => setPrinting(type === "beforeprint"));
    window.addEventListener("beforeprint", update);
    window.addEventListener("afterprint", update);
    return () => {
      window.removeEventListener("beforeprint", update);
      window.removeEventListener("afterprint", update);
    };
  }, []);
  return isPrinting;
}

import { useState } from "react";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { ACTS } from "./acts.ts";
import { TOOL_KEYS } from "./queue/case-tools.tsx";
import { useKeys } from "./use-keys.ts";

const KEYS = [
  ...Object.values(ACTS)
    .map(({ key, label }) => [key, label] as const)
    .sort(([one], [other]) => one.localeCompare(other)),
  [TOOL_KEYS.mute, "Bildirimleri sustur"],
  [TOOL_KEYS.escalate, "Yöneticiye ilet"],
  ["Enter", "Karar ver ve sonrakini aç"],
  ["?", "Bu listeyi aç"],
];

/** Lists the keys of a case; "?" opens it. */
export function KeyHelp() {
  const [isOpen, setOpen] = useState(false);
  useKeys({ "?": () => setOpen(true) });
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Tuşlar
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Tuşlar" closesOnBackdrop>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {KEYS.map(([key, act]) => (
            <div key={key} className="contents">
              <dt>
                <kbd className="rounded border border-edge px-2 py-0.5">{key}</kbd>
              </dt>
              <dd>{act}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}

import { useLocation } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useState } from "react";
import type { CaseDetail } from "#contract/endpoints/moderation-cases.ts";
import { Button } from "#web/ui/button.tsx";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";
import { DecisionForm } from "../decision-form.tsx";
import { changesSince } from "./case-changes.ts";
import { useIsOwnCase, useMayDecide } from "./case-tools.tsx";

/**
 * The form that decides a case. What is typed stays when somebody else does something meanwhile, and
 * above it stands what that was (R686).
 */
export function CaseDecision({ item }: { item: CaseDetail }) {
  const [first] = useState(item);
  const [wasOpen, setWasOpen] = useState(item.opened_at !== null);
  const [isFree, setFree] = useState(useLocation({ select: ({ hash }) => hash === "karar" }));
  const mayDecide = useMayDecide(item);
  const box = useFocusFallback(`${isFree} ${item.opened_at}`);
  const focusFirst = useEffectEvent(() => {
    if (isFree) box.ref.current?.focus();
  });
  useEffect(() => focusFirst(), []);
  const isOwn = useIsOwnCase(item);
  const isOpen = item.opened_at !== null;
  if (isOpen && !wasOpen) setWasOpen(true);
  if (isOwn) return <p className="text-muted">Kendinizle ilgili bir konuda karar veremezsiniz.</p>;
  if (!wasOpen)
    return (
      <div {...box} className="grid justify-items-start gap-3 rounded outline-none">
        <p className="text-muted">Bu konuda bekleyen bir bildirim ya da itiraz yok.</p>
        {mayDecide && !isFree && <Button onClick={() => setFree(true)}>Yine de Karar Ver</Button>}
        {mayDecide && isFree && (
          <div className="w-full">
            <DecisionForm item={item} mayDecide onDecided={() => setFree(false)} />
          </div>
        )}
      </div>
    );
  const changes = changesSince(first, item);
  return (
    <div {...box} className="grid gap-4 rounded outline-none">
      {changes.length > 0 && (
        <div role="status" className="grid gap-2 rounded bg-turkuaz-soft p-4">
          <h2 className="font-extrabold">Siz bakarken değişti</h2>
          <ul className="grid gap-1">
            {changes.map((change) => (
              <li key={change} dir="auto" className="wrap-anywhere">
                {change}
              </li>
            ))}
          </ul>
          {!isOpen && <p>Karar bekleyen bir şey kalmadı. Yazdıklarınız aşağıda duruyor.</p>}
        </div>
      )}
      <DecisionForm item={item} mayDecide={isOpen && mayDecide} />
    </div>
  );
}

import { useRouterState } from "@tanstack/react-router";
import Copy from "lucide-react/icons/copy";
import ExternalLink from "lucide-react/icons/external-link";
import { useId, useState } from "react";
import { copyLink } from "#web/lib/copy-text.ts";
import { intentLink } from "#web/lib/in-app-browser.ts";
import { siteOrigin } from "#web/lib/ssr-context.ts";
import { Button } from "#web/ui/button.tsx";
import { buttonStyle } from "#web/ui/button-style.ts";
import { TextField } from "#web/ui/form/field.tsx";

/**
 * Leads from another app's browser to the phone's own (R372). Part of every document; shown by
 * `data-in-app`.
 *
 * @param text says what does not work here
 */
export function InAppNote({ text }: { text: string }) {
  const title = useId();
  const path = useRouterState({ select: ({ location }) => location.href });
  const [refusals, setRefusals] = useState(0);
  const copy = async () => {
    if (!(await copyLink(location.href))) setRefusals(refusals + 1);
  };
  return (
    <section
      aria-labelledby={title}
      className="hidden gap-4 rounded bg-turkuaz-soft p-4 in-app:grid"
    >
      <div className="grid gap-1.5">
        <p id={title} className="font-extrabold text-balance">
          Sayfa bir uygulamanın içinde açıldı
        </p>
        <p className="text-pretty">{text}</p>
        <p className="text-pretty in-app-android:hidden">
          Ekrandaki menüye <span aria-hidden="true">(•••) </span>dokunup “Tarayıcıda aç” seçeneğini
          seçin. Bulamazsanız bağlantıyı kopyalayıp tarayıcınıza yapıştırın.
        </p>
      </div>
      <div className="grid gap-3">
        <a
          href={intentLink(siteOrigin() + path)}
          className={buttonStyle("info", "normal", "in-app-other:hidden")}
        >
          <ExternalLink className="size-5" aria-hidden="true" />
          Tarayıcıda Aç
        </a>
        <Button onClick={copy}>
          <Copy className="size-5" aria-hidden="true" />
          Bağlantıyı Kopyala
        </Button>
        {refusals > 0 && (
          <TextField
            key={refusals}
            ref={select}
            label="Bağlantı"
            hint="Kopyalamak için seçili adrese basılı tutun."
            readOnly
            value={location.href}
          />
        )}
      </div>
    </section>
  );
}

function select(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}

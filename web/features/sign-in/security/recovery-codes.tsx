import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import Printer from "lucide-react/icons/printer";
import { useEffect, useRef } from "react";
import { BRAND } from "#contract/brand.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/overlay/toast.ts";

/** New recovery codes, shown only once, with ways to keep them. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const copy = () =>
    navigator.clipboard.writeText(codes.join("\n")).then(
      () => toast.success("Kodlar Kopyalandı"),
      () => toast.error("Kopyalanamadı", "Kodları elle seçip kopyalayabilirsiniz."),
    );
  return (
    <div ref={box} tabIndex={-1} className="grid gap-5 outline-none">
      <p className="text-pretty">
        <b>Kurtarma kodlarınızı şimdi kaydedin.</b> Bir daha gösterilmez. Telefonunuza ya da geçiş
        anahtarınıza ulaşamazsanız bu kodlardan biriyle giriş yaparsınız; her biri bir kez geçer.
      </p>
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-2 rounded bg-sunken p-4 text-center">
        {codes.map((code) => (
          <li key={code}>
            <code className="text-lg">{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button onClick={copy}>
          <Copy className="size-5" aria-hidden="true" />
          Kopyala
        </Button>
        <Button onClick={() => download(codes)}>
          <Download className="size-5" aria-hidden="true" />
          İndir
        </Button>
        <Button onClick={printDialog}>
          <Printer className="size-5" aria-hidden="true" />
          Yazdır
        </Button>
        <Button variant="primary" className="ml-auto" onClick={onDone}>
          Kaydettim
        </Button>
      </div>
    </div>
  );
}

function download(codes: readonly string[]): void {
  const text = `${BRAND}: kurtarma kodları\n\n${codes.join("\n")}\n`;
  saveFile(new Blob([text], { type: "text/plain" }), "kurtarma-kodlari.txt");
}

/** Prints the dialog without the page behind it (app.css). */
function printDialog(): void {
  const { dataset } = document.documentElement;
  dataset.prints = "dialog";
  print();
  delete dataset.prints;
}

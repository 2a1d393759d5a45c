import CodeXml from "lucide-react/icons/code-xml";
import { useRef, useState } from "react";
import { EMBED_WIDTH, EMBED_WIDTHS } from "#contract/embed.ts";
import { copyText } from "#web/lib/copy-text.ts";
import { Button } from "#web/ui/button.tsx";
import { TextArea } from "#web/ui/form/field.tsx";
import { Select } from "#web/ui/form/select.tsx";
import { toast } from "#web/ui/overlay/toast.ts";

interface Props {
  /** What the frame shows. */
  hint: string;
  /** The code of a frame of this width, in pixels. */
  codeIn: (width: number) => string;
}

/** The code that embeds something of a survey in another site. */
export function EmbedCode({ hint, codeIn }: Props) {
  const [width, setWidth] = useState<number>(EMBED_WIDTH.usual);
  const area = useRef<HTMLTextAreaElement>(null);
  const code = codeIn(width);
  const copy = async () => {
    if (await copyText(code, "Kod Kopyalandı", "Sitenizin HTML’ine yapıştırabilirsiniz.")) return;
    area.current?.select();
    toast.info("Kod Seçildi", "Kopyalamak için basılı tutun ya da Ctrl+C’ye basın.");
  };
  return (
    <div className="grid gap-3">
      <TextArea
        ref={area}
        label="Sitenize ekleyin"
        hint={hint}
        readOnly
        rows={3}
        dir="ltr"
        value={code}
        onFocus={({ target }) => target.select()}
        spellCheck={false}
      />
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label="En çok genişlik"
          value={String(width)}
          onChange={({ target }) => setWidth(Number(target.value))}
          className="min-w-40 max-sm:grow"
        >
          {EMBED_WIDTHS.map((pixels) => (
            <option key={pixels} value={pixels}>
              {`${pixels} piksel`}
            </option>
          ))}
        </Select>
        <Button onClick={copy} className="max-sm:w-full">
          <CodeXml className="size-5" aria-hidden="true" />
          Kodu kopyala
        </Button>
      </div>
    </div>
  );
}

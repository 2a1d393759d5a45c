import FileSearch from "lucide-react/icons/file-search";
import { useRef } from "react";
import { SignedReceipt } from "#contract/proof/signed-receipt.ts";
import { Button } from "#web/ui/button.tsx";

/** Lets people choose the file with their signed receipt. */
export function SignedReceiptFile({ onChoose }: { onChoose: (file: File) => unknown }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label="İmzalı makbuz dosyası"
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChoose(file);
          target.value = "";
        }}
      />
      <Button onClick={() => input.current?.click()}>
        <FileSearch className="size-5" aria-hidden="true" />
        İmzalı Makbuz Dosyasıyla Ara
      </Button>
    </div>
  );
}

/** Reads such a file; its signature is not checked here. */
export async function readSignedReceipt(
  file: File,
  surveyId: number,
): Promise<{ receipt: string; signed: SignedReceipt } | { error: string }> {
  const signed = parse(await file.text());
  if (!signed) return { error: "Bu dosya imzalı bir makbuz değil." };
  const { receipt, survey_id } = signed.document;
  return survey_id === surveyId
    ? { receipt, signed }
    : { error: "Bu dosyadaki makbuz başka bir anketin." };
}

function parse(text: string): SignedReceipt | undefined {
  try {
    return SignedReceipt.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

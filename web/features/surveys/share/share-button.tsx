import Share2 from "lucide-react/icons/share-2";
import { useEffect, useState } from "react";
import { copyLink } from "#web/lib/copy-text.ts";
import { siteOrigin } from "#web/lib/ssr-context.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import type { ShareOptionsProps } from "./share-options.tsx";

const ShareOptions = lazyComponent(
  "Paylaşma yolları yükleniyor",
  async () => {
    const { ShareOptions } = await import("./share-options.tsx");
    return ShareOptions;
  },
  CopiedLink,
);

/** Copies the link if the sharing code does not load; shows it if the browser forbids copying. */
function CopiedLink({ url }: ShareOptionsProps) {
  useEffect(() => void copyLink(url), [url]);
  return <p className="mb-4 text-center wrap-anywhere select-all">{url}</p>;
}

interface Props extends Pick<ShareOptionsProps, "survey"> {
  /** The page below the survey's that is shared instead. */
  page?: "/results";
}

/** Opens all ways to share a public survey. */
export function ShareButton({ survey, page }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Share2 className="size-5" aria-hidden="true" />
        <span className="max-sm:sr-only">Paylaş</span>
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Paylaş" closesOnBackdrop>
        <ShareOptions
          survey={survey}
          url={`${siteOrigin()}/surveys/${survey.id}${page ?? ""}`}
          page={page}
        />
      </Dialog>
    </>
  );
}

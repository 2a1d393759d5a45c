import { Picture } from "#web/ui/picture.tsx";
import { Dialog } from "./dialog.tsx";

interface Props {
  open: boolean;
  onClose: () => void;
  /** Stored path of the image. */
  path: string;
  alt: string;
  title: string;
}

/** Shows an image uncropped, as large as the window allows. */
export function Lightbox({ open, onClose, path, alt, title }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      closesOnBackdrop
      className="sm:w-fit sm:min-w-80 sm:max-w-[calc(100vw-2rem)]"
    >
      <Picture
        path={path}
        alt={alt}
        sizes="100vw"
        className="mx-auto max-h-[calc(100dvh-8rem)] min-h-32 object-contain!"
      />
    </Dialog>
  );
}

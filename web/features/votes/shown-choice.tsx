import { Picture } from "#web/ui/picture.tsx";

/** A choice in words, with its picture if it has one; nothing where it is no valid vote any more. */
export function ShownChoice({ text, image = "" }: { text?: string; image?: string }) {
  if (text === undefined) return null;
  return (
    <div className="flex items-center gap-3 rounded bg-sunken p-3">
      {image && <Picture path={image} alt="" sizes="3.5rem" className="size-14 shrink-0 rounded" />}
      <p className="min-w-0 wrap-anywhere">
        <b>
          Seçiminiz: <bdi>{text}</bdi>
        </b>
      </p>
    </div>
  );
}

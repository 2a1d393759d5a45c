import ImageDown from "lucide-react/icons/image-down";
import { useState } from "react";
import { surveyFileName } from "#contract/brand.ts";
import { type PictureShape, SURVEY_PICTURES } from "#contract/limits.ts";
import { buttonStyle } from "#web/ui/button-style.ts";
import { Select } from "#web/ui/form/select.tsx";
import { DrawnPicture } from "./drawn-picture.tsx";

/** Their names, and those in names of files. */
const SHAPES: Record<PictureShape, { name: string; adjective: string; file: string }> = {
  square: { name: "Kare", adjective: "kare", file: "" },
  story: { name: "Hikâye", adjective: "dikey", file: "-hikaye" },
  link: { name: "Yatay", adjective: "yatay", file: "-yatay" },
};

interface Props {
  /** The survey's. */
  id: number;
  pathIn: (shape: PictureShape) => string;
  /** What the picture shows, in the accusative. */
  what: string;
  /** Part of the file's name. */
  fileSuffix?: string;
}

/** A drawn picture to post, in the chosen shape. */
export function PictureToSave({ id, pathIn, what, fileSuffix = "" }: Props) {
  const [shape, setShape] = useState<PictureShape>("square");
  const path = pathIn(shape);
  const { adjective, file } = SHAPES[shape];
  return (
    <>
      <Select
        label="Boyut"
        value={shape}
        onChange={({ target }) => setShape(target.value as PictureShape)}
      >
        {(Object.keys(SHAPES) as PictureShape[]).map((one) => (
          <option key={one} value={one}>
            {`${SHAPES[one].name} (${SURVEY_PICTURES[one].width} × ${SURVEY_PICTURES[one].height})`}
          </option>
        ))}
      </Select>
      <DrawnPicture
        key={path}
        path={path}
        shape={shape}
        alt={`Anketin ${what} gösteren ${adjective} görsel`}
      />
      <a
        href={path}
        download={`${surveyFileName(id)}${fileSuffix}${file}${path.slice(path.lastIndexOf("."))}`}
        className={buttonStyle("outline", "normal", "w-full")}
      >
        <ImageDown className="size-5" aria-hidden="true" />
        Görseli kaydet
      </a>
    </>
  );
}

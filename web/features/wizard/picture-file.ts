import { ERRORS } from "#contract/errors.ts";
import { ApiProblem } from "#web/lib/api-problem.ts";
import type { Picture } from "./draft.ts";
import { photoFile } from "./draft-storage.ts";
import { drawTile, type TileShape } from "./tile.ts";

/** The image file of a picture. Throws `image_missing` if there is none or it was lost. */
export async function pictureFile(
  picture: Picture | null,
  title: string,
  shape: TileShape,
): Promise<Blob> {
  if (picture?.kind === "tile") return await drawTile(title, picture.color, shape);
  const file = picture && photoFile(picture.id);
  if (file) return file;
  const [status, problemTitle, message] = ERRORS.image_missing;
  throw new ApiProblem({ code: "image_missing", status, title: problemTitle, message });
}

import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { Person } from "#contract/endpoints/people.ts";
import type { AppContext } from "#server/app-context.ts";
import { ApiError } from "#server/errors.ts";
import { readPerson, requireNickname } from "#server/features/people/people.reads.ts";
import { cacheKey } from "#server/http/cache/json-cache.ts";
import type { Drawing } from "#server/images/drawing/draw.ts";
import { createPictures, readStored } from "./pictures.ts";

const FILE = /^link-[\w-]{1,32}\.png$/;
const AVATAR = 320;

/**
 * `/profile/{nickname}/picture/link-{version}.png`: a person's picture and names, for links to the
 * profile. Any version returns the current picture.
 */
export function personPictureRoute(app: FastifyInstance, context: AppContext): void {
  const { db, clock, images, cachedValue, config, reading } = context;
  const send = createPictures(context);

  app.get<{ Params: { nickname: string; file: string } }>(
    "/profile/:nickname/picture/:file",
    async (request, reply) => {
      if (!FILE.test(request.params.file)) throw new ApiError("not_found");
      const nickname = requireNickname(request.params.nickname);
      return reading(request.raw, `nickname,${nickname}`, async () => {
        const key = cacheKey(`person:${nickname}:picture`);
        const read = () => readPerson(db, nickname, clock.now());
        const { name, image, survey_count } = (await cachedValue(key, read)) as Person;
        const note = survey_count > 0 ? `${survey_count} anket` : "";
        const toDrawing = async (): Promise<Drawing> => ({
          kind: "person",
          ...{ name, nickname, note },
          stored: image === null ? null : await readStored(images, image, AVATAR),
        });
        const shown = JSON.stringify(["person", name, nickname, image, note]);
        const otherwise = image
          ? (config.imageBaseUrl ?? "") + image
          : "/icons/apple-touch-icon.png";
        return send(request, reply, {
          ...{ toDrawing, otherwise, isNamed: false },
          type: "image/png",
          name: createHash("sha1").update(shown).digest("base64url"),
        });
      });
    },
  );
}

import type { FastifyInstance } from "fastify";

/** Where processed pictures lie. */
export interface ImageStore {
  /** Reads the picture in a file, and keeps it in every width; answers its `image_path`. */
  keep(file: string): Promise<string>;
  /** Deletes a picture in every width; one that is not there is no error. */
  remove(imagePath: string): Promise<void>;
}

export async function openDiskStore(_dataDir: string): Promise<ImageStore> {
  throw new Error("under construction");
}

export async function serveImages(_app: FastifyInstance, _images: ImageStore): Promise<void> {}

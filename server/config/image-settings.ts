import * as z from "zod";
import { baseAddress, siteAddress } from "#server/config/web-addresses.ts";
import { shownValue } from "#server/secret/secret-files.ts";

/** A bucket of an S3-compatible store, with its credentials. */
export interface S3Settings {
  bucket: string;
  /** The address for its requests, with the bucket in the path or in the host's name. */
  bucketUrl: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Where pictures are stored and served. */
export interface ImageSettings {
  /** The bucket where pictures are; undefined for a folder in `dataDir`. */
  s3: S3Settings | undefined;
  /** The base of their addresses, without a slash at the end; undefined for the API's own. */
  imageBaseUrl: string | undefined;
}

/** Throws an error of one line that names the first wrong variable of the environment. */
export function readImageSettings(set: NodeJS.ProcessEnv): ImageSettings {
  return { s3: readS3(set), imageBaseUrl: parse(Base, set).IMAGE_BASE_URL };
}

const Base = z.object({
  IMAGE_BASE_URL: baseAddress("https://resim.kanaat.example").optional(),
});

const Variables = z.object({
  S3_BUCKET: z.string().regex(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/, "expected a bucket's name"),
  S3_REGION: z
    .string()
    .regex(/^[a-z\d-]+$/, "expected a name like eu-central-1")
    .default("us-east-1"),
  S3_ENDPOINT: siteAddress("https://s3.kanaat.example").optional(),
  S3_ADDRESSING: z.enum(["path", "host"]).default("path"),
  S3_ACCESS_KEY_ID: z.string({ error: "expected the key's id beside S3_BUCKET" }),
  S3_SECRET_ACCESS_KEY: z.string({ error: "expected the key's secret beside S3_BUCKET" }),
});

/** The variables that this file reads. */
export const IMAGE_SETTINGS = ["IMAGE_BASE_URL", ...Object.keys(Variables.shape)];

/**
 * The bucket that `S3_BUCKET` names; undefined if there is none. Throws an error of one line that
 * names the first wrong variable, without secrets.
 */
export function readS3(set: NodeJS.ProcessEnv): S3Settings | undefined {
  if (!set.S3_BUCKET) {
    const lone = Object.keys(Variables.shape).find((name) => set[name]);
    if (lone) throw new Error(`${lone} is wrong: expected an S3_BUCKET beside it`);
    return undefined;
  }
  const env = parse(Variables, set);
  const endpoint = new URL(env.S3_ENDPOINT ?? `https://s3.${env.S3_REGION}.amazonaws.com`);
  if (env.S3_ADDRESSING === "host") endpoint.hostname = `${env.S3_BUCKET}.${endpoint.hostname}`;
  else endpoint.pathname = env.S3_BUCKET;
  return {
    bucket: env.S3_BUCKET,
    bucketUrl: endpoint.href.replace(/\/$/, ""),
    region: env.S3_REGION,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
  };
}

function parse<Shape extends z.ZodObject>(shape: Shape, set: NodeJS.ProcessEnv): z.output<Shape> {
  const parsed = shape.safeParse(set);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0]);
  const value = /KEY/.test(name) ? "" : `=${shownValue(name, set[name])}`;
  throw new Error(`${name}${value} is wrong: ${issue?.message}`);
}

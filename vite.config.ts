import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import { index, rootRoute, route } from "@tanstack/virtual-file-routes";
import react from "@vitejs/plugin-react";
import { defineConfig, type ModulePreloadOptions, type Plugin } from "vite";
import { markdown } from "./scripts/build/markdown.ts";
import { palette } from "./scripts/build/palette.ts";
import { routes } from "./web/routes.ts";

const pages = Object.entries(routes).map(([path, { page }]) =>
  path === "/" ? index(`${page}.tsx`) : route(path, `${page}.tsx`),
);

const brotli = promisify(brotliCompress);
const compressions = {
  // In one block, so that a whole file shares its statistics.
  br: (file: string | Uint8Array) =>
    brotli(file, {
      params: { [constants.BROTLI_PARAM_LGBLOCK]: constants.BROTLI_MAX_INPUT_BLOCK_BITS },
    }),
  gz: promisify<string | Uint8Array, Buffer>(gzip),
};

/** Compresses what browsers load once, as small as it goes, instead of at each answer. */
const precompress: Plugin = {
  name: "precompress",
  apply: "build",
  applyToEnvironment: (environment) => environment.name === "client",
  async writeBundle({ dir }, bundle) {
    const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css|svg)$/.test(fileName));
    const writing = files.flatMap((file) =>
      Object.entries(compressions).map(async ([ending, compress]) => {
        const bytes = await compress(file.type === "chunk" ? file.code : file.source);
        await writeFile(`${dir}/${file.fileName}.${ending}`, bytes);
      }),
    );
    await Promise.all(writing);
  },
};

/** The oldest that README names. */
const BROWSERS = ["chrome111", "edge111", "firefox128", "safari16.4"];

/** In one file: better compressed than in many, and still in caches after a new version of ours. */
const libraries = {
  name: "libraries",
  test: /node_modules\/(react|react-dom|scheduler|@tanstack)\//,
};

/** Of ours, what each page loads. */
const shell = { name: "shell", tags: ["$initial" as const] };

/** Parts that the browser has with the code of every page. */
const LOADED = /\/(libraries|rolldown-runtime|index|parts)-/;
/** Pages that people go on to from a survey. */
const NEXT = /\/(survey|results|feed)-page-/;

/**
 * Which parts the browser requests together with code that it loads when needed. Their names are in
 * the code that asks for it: those of all pages would weigh 1.6 kB in what every page loads. Pages
 * other than `NEXT` request their parts a roundtrip later, while their data is under way.
 */
const modulePreload: ModulePreloadOptions = {
  resolveDependencies(file, parts, { hostId }) {
    if (hostId.includes("/index-") && !NEXT.test(file)) return [];
    const missing = parts.filter((part) => part !== hostId && !LOADED.test(part));
    return missing.length > 1 ? missing : [];
  },
};

/** Small parts that many pages share: a request each would cost more than what a page leaves unused. */
const parts = {
  name: "parts",
  // Not what forms and texts alone need, react-hook-form among it: no page needs it before it shows them.
  test: /web\/(ui|lib)\/(?!form\/|(\w+\/)?(in-app|contract-form|validate|multipart|upload|shrink-image|rich-text|empty-state|more-button))|node_modules\/lucide-react\/(?!.*\/(eye|copy|external))/,
  minShareCount: 7,
};

/** What ballots on cards and on pages share: as files of their own these parts weigh more. */
const surveyParts = {
  name: "survey-parts",
  test: new RegExp(
    [
      `adults-badge|page-clock|resumed-act|results-fragment|steps-words|share-button|use-results`,
      String.raw`icons\/(share-2|circle-stop|chart-pie|lock|pencil-line)\.`,
      String.raw`contract\/(ballots\/(?!vote)|percentages|shapes\/sponsors)`,
      String.raw`features\/ballots\/(?!r(esult|ounds|ank|ating)|multiple|several)`,
      String.raw`features\/votes\/(verify-to-vote\.|vote-button|votes\.api|use-ballot)`,
    ].join("|"),
  ),
  minShareCount: 2,
};

/** What an owner reads of a survey, on its page and in lists: one name on each page instead of three. */
const ownParts = {
  name: "own-parts",
  test: /own-surveys\/(in-review|saved-edits)|state-badge/,
  minShareCount: 2,
};

/** Icons are drawn by ours: a page has dozens of them, and theirs weighs as much as fifteen icons. */
const icons = {
  find: "../createLucideIcon.mjs",
  replacement: join(import.meta.dirname, "web/ui/create-icon.ts"),
};

/** Of an icon only its shapes: its names, and the keys that its own function needs, are a third of it. */
const shapesOfIcons: Plugin = {
  name: "shapes-of-icons",
  apply: "build",
  transform: {
    filter: { id: /lucide-react\/dist\/esm\/icons\// },
    handler: (code) =>
      code
        .replaceAll(/,?\s*key: "\w+"/g, "")
        .replaceAll(/,?\s*\b(name|size|aliases): ("[\w-]+"|\d+|\[[^\]]*\])/g, "")
        .replace("__iconData = {,", "__iconData = {")
        .replace("__iconData.node;", ""),
  },
};

/** The files of the table of routes are for the build alone. */
const routesWithoutFiles: Plugin = {
  name: "routes-without-files",
  apply: "build",
  applyToEnvironment: (environment) => environment.name === "client",
  transform: {
    filter: { id: /web\/routes\.ts$/ },
    handler: () => {
      const browserRoutes = Object.entries(routes).map(([path, { page: _, ...rest }]) => [
        path,
        rest,
      ]);
      return `export const routes = ${JSON.stringify(Object.fromEntries(browserRoutes))}`;
    },
  },
};

/** With the libraries as they are for production, whatever NODE_ENV is: small and quick to load. */
const serverSide = {
  resolve: { noExternal: true as const },
  define: { "process.env.NODE_ENV": JSON.stringify("production") },
  build: { minify: true },
};

export default defineConfig(({ command }) => ({
  // The content security policy takes no data: addresses, and files of their own stay cached.
  build: { assetsInlineLimit: 0, manifest: true, modulePreload },
  resolve: { alias: [icons] },
  environments: {
    client: {
      build: {
        target: BROWSERS,
        rolldownOptions: {
          output: {
            codeSplitting: { groups: [libraries, shell, parts, surveyParts, ownParts] },
            // Each page names all chunks: shorter hashes, which do not compress, save a little.
            chunkFileNames: "assets/[name]-[hash:7].js",
          },
        },
      },
    },
    ...(command === "build" && { ssr: serverSide }),
  },
  plugins: [
    markdown(),
    palette(),
    tailwindcss(),
    tanstackStart({
      srcDirectory: "web",
      router: {
        routesDirectory: "pages",
        virtualRouteConfig: rootRoute("root.tsx", pages),
        generatedRouteTree: "route-tree.gen.ts",
        tmpDir: "node_modules/.tanstack",
        addExtensions: true,
        quoteStyle: "double",
        semicolons: true,
      },
    }),
    react(),
    shapesOfIcons,
    routesWithoutFiles,
    precompress,
  ],
}));

declare module "*.md" {
  export const text: import("#web/ui/text-node.ts").TextNode[];
}

/** Made by TanStack Start's build: the files of each route. */
declare module "tanstack-start-manifest:v" {
  export const tsrStartManifest: () => import("@tanstack/router-core").ServerManifest;
}

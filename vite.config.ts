import tailwindcss from "@tailwindcss/vite";
import { tanstackStart } from "@tanstack/react-start/plugin/vite";
import { index, rootRoute, route } from "@tanstack/virtual-file-routes";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { routes } from "./web/routes.ts";

const pages = Object.entries(routes).map(([path, { page }]) =>
  path === "/" ? index(`${page}.tsx`) : route(path, `${page}.tsx`),
);

export default defineConfig({
  // Fonts as files: the content security policy refuses those inside the style sheet.
  build: { assetsInlineLimit: 0 },
  // The content security policy takes no data: fonts, and files of their own stay cached.
  build: { assetsInlineLimit: 0, manifest: true },
  plugins: [
    tailwindcss(),
    tanstackStart({
      srcDirectory: "web",
      router: {
        routesDirectory: "pages",
        virtualRouteConfig: rootRoute("root.tsx", pages),
        generatedRouteTree: "route-tree.gen.ts",
        addExtensions: true,
        quoteStyle: "double",
        semicolons: true,
      },
    }),
    react(),
  ],
});

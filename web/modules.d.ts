declare module "*.md" {
  export const text: import("#web/ui/text-node.ts").TextNode[];
}

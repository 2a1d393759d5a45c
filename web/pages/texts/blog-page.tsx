import { createFileRoute } from "@tanstack/react-router";
import { text } from "#content/blog.md";
import { RichText } from "#web/ui/rich-text.tsx";

export const Route = createFileRoute("/blog")({ component: () => <RichText text={text} /> });

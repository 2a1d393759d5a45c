import { createFileRoute } from "@tanstack/react-router";
import { text } from "#content/about.md";
import { RichText } from "#web/ui/rich-text.tsx";

export const Route = createFileRoute("/about")({ component: () => <RichText text={text} /> });

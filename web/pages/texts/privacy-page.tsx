import { createFileRoute } from "@tanstack/react-router";
import { text } from "#content/privacy.md";
import { RichText } from "#web/ui/rich-text.tsx";

export const Route = createFileRoute("/privacy")({ component: () => <RichText text={text} /> });

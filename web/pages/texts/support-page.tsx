import { createFileRoute } from "@tanstack/react-router";
import { text } from "#content/support.md";
import { RichText } from "#web/ui/rich-text.tsx";

export const Route = createFileRoute("/support")({ component: () => <RichText text={text} /> });

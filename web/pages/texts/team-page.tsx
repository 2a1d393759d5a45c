import { createFileRoute } from "@tanstack/react-router";
import { text } from "#content/team.md";
import { RichText } from "#web/ui/rich-text.tsx";

export const Route = createFileRoute("/team")({ component: () => <RichText text={text} /> });

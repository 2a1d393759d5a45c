import { createFileRoute } from "@tanstack/react-router";
import { text } from "#content/rules.md";
import { RichText } from "#web/ui/rich-text.tsx";

export const Route = createFileRoute("/rules")({ component: () => <RichText text={text} /> });

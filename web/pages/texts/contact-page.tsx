import { createFileRoute } from "@tanstack/react-router";
import { text } from "#content/contact.md";
import { RichText } from "#web/ui/rich-text.tsx";

export const Route = createFileRoute("/contact")({ component: () => <RichText text={text} /> });

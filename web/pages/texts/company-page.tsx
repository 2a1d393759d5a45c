import { createFileRoute } from "@tanstack/react-router";
import { text } from "#content/company.md";
import { RichText } from "#web/ui/rich-text.tsx";

export const Route = createFileRoute("/company")({ component: () => <RichText text={text} /> });

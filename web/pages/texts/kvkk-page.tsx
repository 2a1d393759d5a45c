import { createFileRoute } from "@tanstack/react-router";
import { text } from "#content/kvkk.md";
import { RichText } from "#web/ui/rich-text.tsx";

export const Route = createFileRoute("/kvkk")({ component: () => <RichText text={text} /> });

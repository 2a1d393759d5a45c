import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/surveys/$id")({ component: SurveyPage });

function SurveyPage() {
  return <h1>Oy Kullan</h1>;
}

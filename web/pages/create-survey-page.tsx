import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/survey/create")({ component: CreateSurveyPage });

function CreateSurveyPage() {
  return <h1>Anket Oluştur</h1>;
}

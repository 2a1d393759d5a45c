import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/blog")({ component: BlogPage });

function BlogPage() {
  return <h1>Blog</h1>;
}

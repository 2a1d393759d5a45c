import { createFileRoute, redirect } from "@tanstack/react-router";

/** The profile's other address (R118). */
export const Route = createFileRoute("/users/$nickname")({
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/profile/$nickname", params, statusCode: 308 });
  },
});

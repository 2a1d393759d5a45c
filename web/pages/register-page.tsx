import { createFileRoute, useRouter } from "@tanstack/react-router";
import { citiesQuery } from "#web/features/accounts/accounts.api.ts";
import { RegisterForm } from "#web/features/accounts/register-form.tsx";

export const Route = createFileRoute("/register")({
  validateSearch: ({ next }: { next?: unknown }): { next?: string } =>
    typeof next === "string" ? { next } : {},
  loader: ({ context }) => context.queryClient.ensureQueryData(citiesQuery),
  component: RegisterPage,
});

function RegisterPage() {
  const { next } = Route.useSearch();
  const { navigate } = useRouter();
  return (
    <div className="column max-w-2xl sm:py-6">
      <h1 className="mb-6 text-3xl font-extrabold">Kayıt Ol</h1>
      <div className="sm:rounded sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow">
        <RegisterForm
          onSwitch={(email) => void navigate({ to: "/login", search: { next }, state: { email } })}
        />
      </div>
    </div>
  );
}

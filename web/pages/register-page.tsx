import { createFileRoute, useRouter } from "@tanstack/react-router";
import { INVITATION_CODE } from "#contract/limits.ts";
import { citiesQuery } from "#web/features/accounts/accounts.api.ts";
import { RegistrationGate } from "#web/features/accounts/entry/registration-gate.tsx";
import { RegisterForm } from "#web/features/accounts/register-form.tsx";

interface Search {
  next?: unknown;
  /** The code of a registration link. */
  davet?: unknown;
}

export const Route = createFileRoute("/register")({
  validateSearch: ({ next, davet }: Search): { next?: string; davet?: string } => ({
    ...(typeof next === "string" && { next }),
    ...(typeof davet === "string" && INVITATION_CODE.test(davet) && { davet }),
  }),
  loader: ({ context }) => context.queryClient.ensureQueryData(citiesQuery),
  component: RegisterPage,
});

function RegisterPage() {
  const { next, davet } = Route.useSearch();
  const { navigate } = useRouter();
  return (
    <div className="column max-w-2xl sm:py-6">
      <h1 className="mb-6 text-3xl font-extrabold">Kayıt Ol</h1>
      <div className="sm:rounded sm:border sm:border-line sm:bg-surface sm:p-8 sm:shadow">
        <RegistrationGate invitation={davet}>
          <RegisterForm
            onSwitch={(email) =>
              void navigate({ to: "/login", search: { next }, state: { email } })
            }
          />
        </RegistrationGate>
      </div>
    </div>
  );
}

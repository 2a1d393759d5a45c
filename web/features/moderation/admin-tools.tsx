import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { useIsSignedIn } from "#web/lib/session.ts";
import { registration } from "#web/lib/ssr-context.ts";
import { Button } from "#web/ui/button.tsx";
import { lazyComponent } from "#web/ui/lazy-component.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";

const StaffTeam = lazyComponent("Ekip yükleniyor", async () => {
  const { StaffTeam } = await import("./staff-team.tsx");
  return StaffTeam;
});
const RecordList = lazyComponent("Kayıt yükleniyor", async () => {
  const { RecordList } = await import("./record-list.tsx");
  return RecordList;
});
const RegistrationLinks = lazyComponent("Davet bağlantıları yükleniyor", async () => {
  const { RegistrationLinks } = await import("./people/registration-links.tsx");
  return RegistrationLinks;
});
const QuietPeriods = lazyComponent("Sessiz dönemler yükleniyor", async () => {
  const { QuietPeriods } = await import("#web/features/quiet-periods/quiet-periods.tsx");
  return QuietPeriods;
});

const LegalRequests = lazyComponent("Talepler yükleniyor", async () => {
  const { LegalRequests } = await import("#web/features/legal-requests/legal-requests.tsx");
  return LegalRequests;
});

const ReviewWords = lazyComponent("Sözcükler yükleniyor", async () => {
  const { ReviewWords } = await import("#web/features/review-words/review-words.tsx");
  return ReviewWords;
});

/**
 * Legal requests, for staff; the team, the record, quiet periods, words and registration links, for
 * admins (R672, R682, R683, R668, R659, R692).
 */
export function AdminTools() {
  const { data } = useQuery({ ...accountQuery, enabled: useIsSignedIn() });
  const [open, setOpen] = useState<"requests" | "team" | "record" | "quiet" | "words" | "links">();
  const close = () => setOpen(undefined);
  const role = data?.item.role;
  if (!role) return null;
  const isAdmin = role === "admin";
  const tools = [
    ["requests", "Talepler"] as const,
    ...(isAdmin ? FOR_ADMINS : []),
    ...(isAdmin && registration() === "invited" ? [["links", "Davet bağlantıları"] as const] : []),
  ];
  return (
    <>
      <div className="-mx-4 flex flex-wrap">
        {tools.map(([tool, name]) => (
          <Button key={tool} variant="ghost" aria-haspopup="dialog" onClick={() => setOpen(tool)}>
            {name}
          </Button>
        ))}
      </div>
      <Dialog open={open === "requests"} onClose={close} title="Hukuki talepler">
        <LegalRequests onLeave={close} />
      </Dialog>
      <Dialog open={open === "team"} onClose={close} title="Ekip">
        <StaffTeam />
      </Dialog>
      <Dialog open={open === "record"} onClose={close} title="Kayıt" closesOnBackdrop>
        <RecordList />
      </Dialog>
      <Dialog open={open === "quiet"} onClose={close} title="Sessiz dönemler">
        <QuietPeriods />
      </Dialog>
      <Dialog open={open === "words"} onClose={close} title="Sözcükler">
        <ReviewWords />
      </Dialog>
      <Dialog open={open === "links"} onClose={close} title="Davet bağlantıları">
        <RegistrationLinks />
      </Dialog>
    </>
  );
}

const FOR_ADMINS = [
  ["team", "Ekip"],
  ["record", "Kayıt"],
  ["quiet", "Sessiz dönemler"],
  ["words", "Sözcükler"],
] as const;

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { accountQuery } from "#web/features/accounts/accounts.api.ts";
import { useIsSignedIn } from "#web/lib/session.ts";
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

const QuietPeriods = lazyComponent("Sessiz dönemler yükleniyor", async () => {
  const { QuietPeriods } = await import("#web/features/quiet-periods/quiet-periods.tsx");
  return QuietPeriods;
});

/** The team, the record and quiet periods, for admins (R682, R683, R668). */
export function AdminTools() {
  const { data } = useQuery({ ...accountQuery, enabled: useIsSignedIn() });
  const [open, setOpen] = useState<"team" | "record" | "quiet">();
  const close = () => setOpen(undefined);
  if (data?.item.role !== "admin") return null;
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" onClick={() => setOpen("team")}>
        Ekip
      </Button>
      <Button variant="ghost" aria-haspopup="dialog" onClick={() => setOpen("record")}>
        Kayıt
      </Button>
      <Button variant="ghost" aria-haspopup="dialog" onClick={() => setOpen("quiet")}>
        Sessiz dönemler
      </Button>
      <Dialog open={open === "team"} onClose={close} title="Ekip">
        <StaffTeam />
      </Dialog>
      <Dialog open={open === "record"} onClose={close} title="Kayıt" closesOnBackdrop>
        <RecordList />
      </Dialog>
      <Dialog open={open === "quiet"} onClose={close} title="Sessiz dönemler">
        <QuietPeriods />
      </Dialog>
    </>
  );
}

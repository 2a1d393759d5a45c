import Bell from "lucide-react/icons/bell";
import Mail from "lucide-react/icons/mail";
import type { Account } from "#contract/endpoints/account.ts";
import { DeleteAccount } from "#web/features/accounts/delete-account.tsx";
import { DownloadRecords } from "#web/features/accounts/download/download-records.tsx";
import { BlockedPeople } from "#web/features/blocks/blocked-people.tsx";
import { EmailSettings } from "#web/features/email/email-settings.tsx";
import { ChangePassword } from "#web/features/sign-in/change-password.tsx";
import { sendsMail } from "#web/lib/ssr-context.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

/** Changes the password, downloads the account's data, deletes the account (R112, R113, R114). */
export function AccountSettings({ account }: { account: Account }) {
  return (
    <section
      aria-labelledby="hesap-ayarlari"
      className="grid gap-3 rounded border border-line bg-surface p-5"
    >
      <h2 id="hesap-ayarlari" tabIndex={-1} className="text-xl font-extrabold outline-none">
        Hesap ayarları
      </h2>
      <p className="text-muted text-pretty">
        Şifrenizi değiştirebilir, bildirimlerinizi ve sizi kimlerin davet edebileceğini seçebilir,
        hakkınızda tuttuğumuz bilgileri indirebilir, dilerseniz hesabınızı silebilirsiniz.
      </p>
      {sendsMail() && <EmailSettings account={account} />}
      <ChangePassword account={account} />
      <LinkButton to="/notifications" hash="ayarlar">
        <Bell className="size-5" aria-hidden="true" />
        Bildirim Ayarları
      </LinkButton>
      <LinkButton to="/invitations" hash="ayarlar">
        <Mail className="size-5" aria-hidden="true" />
        Davet Ayarları
      </LinkButton>
      <BlockedPeople />
      <DownloadRecords nickname={account.nickname} />
      <DeleteAccount nickname={account.nickname} />
    </section>
  );
}

import type { ComponentProps } from "react";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

type Box = Omit<ComponentProps<typeof Checkbox>, "label">;

/** The two consents, each with a link to its text (R36). */
export function Consents({ explicit, communication }: { explicit: Box; communication: Box }) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">Onaylar</legend>
      <Checkbox
        label={
          <>
            <TextLink to="/kvkk" target="_blank" aria-label="KVKK Aydınlatma Metni (yeni sekmede)">
              KVKK Aydınlatma Metni
            </TextLink>
            ’ni okudum; kişisel verilerimin orada anlatıldığı gibi işlenmesine açık rıza veriyorum.
          </>
        }
        {...explicit}
      />
      <Checkbox
        label={
          <>
            <TextLink to="/privacy" target="_blank" aria-label="Gizlilik Politikası (yeni sekmede)">
              Gizlilik Politikası
            </TextLink>
            ’nı okudum; hesabımla ilgili iletilerin bana gönderilmesini kabul ediyorum.
          </>
        }
        {...communication}
      />
    </fieldset>
  );
}

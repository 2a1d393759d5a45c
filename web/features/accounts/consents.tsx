import type { ComponentProps } from "react";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

type Box = Omit<ComponentProps<typeof Checkbox>, "label">;

/** What is to be read, and apart from it the two consents (R36, R198). */
export function Consents({ explicit, communication }: { explicit: Box; communication: Box }) {
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">Onaylar</legend>
      <p>
        Kişisel verilerinizin nasıl işlendiğini{" "}
        <TextLink to="/kvkk" target="_blank" aria-label="KVKK Aydınlatma Metni (yeni sekmede)">
          KVKK Aydınlatma Metni
        </TextLink>{" "}
        ile{" "}
        <TextLink to="/privacy" target="_blank" aria-label="Gizlilik Politikası (yeni sekmede)">
          Gizlilik Politikası
        </TextLink>{" "}
        anlatır.
      </p>
      <Checkbox
        label="Cinsiyetimin, doğum tarihimin, ilimin ve oylarımın ortaya koyabileceği özel nitelikli verilerimin işlenmesine açık rıza veriyorum."
        {...explicit}
      />
      <Checkbox
        label="Hesabımla ilgili iletilerin e-posta adresime gönderilmesini kabul ediyorum."
        {...communication}
      />
    </fieldset>
  );
}

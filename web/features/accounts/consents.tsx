import type { ComponentProps } from "react";
import { Checkbox } from "#web/ui/form/checkbox.tsx";
import { TextLink } from "#web/ui/text-link.tsx";

type Box = Omit<ComponentProps<typeof Checkbox>, "label">;

/** The texts to read and, separate from them, the two consents (R36). */
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
        anlatır. Cinsiyet, doğum tarihi ve il bilgileriniz ile oylarınızın ortaya koyabileceği özel
        nitelikli veriler, yalnızca açık rızanızla işlenir.
      </p>
      <Checkbox label="Bu verilerimin işlenmesine açık rıza veriyorum." {...explicit} />
      <Checkbox
        label="Hesabımla ilgili iletilerin bana gönderilmesini kabul ediyorum."
        {...communication}
      />
    </fieldset>
  );
}

import { useState } from "react";
import {
  findSimilarPeople as contract,
  type Similar,
} from "#contract/endpoints/moderation/people.ts";
import { Button } from "#web/ui/button.tsx";
import { useFocusFallback } from "#web/ui/use-focus-fallback.ts";
import { ReasonDialog } from "../queue/reason-dialog.tsx";
import { findSimilarPeople } from "./people.api.ts";
import { SimilarList } from "./similar-list.tsx";

/** Accounts that share with one what automatic registrations do, after a reason (R697). */
export function SimilarPeople({ id }: { id: number }) {
  const [isAsking, setAsking] = useState(false);
  const [people, setPeople] = useState<readonly Similar[]>();
  const box = useFocusFallback(String(people?.length));
  const [left, setLeft] = useState<string>();
  return (
    <section {...box} aria-labelledby="benzerler" className="grid gap-3 rounded outline-none">
      <h2 id="benzerler" className="text-xl font-extrabold">
        Benzer hesaplar
      </h2>
      {people === undefined && left !== undefined && <p role="status">{left}</p>}
      {people === undefined && (
        <div className="flex">
          <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Benzer Hesapları Bul
          </Button>
        </div>
      )}
      {people?.length === 0 && (
        <p className="text-muted">
          Bu hesaptan hemen önce ve sonra ya da aynı ağdan açılanlar arasında yok.
        </p>
      )}
      {people !== undefined && people.length > 0 && (
        <SimilarList
          people={people}
          onDone={(words) => {
            setPeople(undefined);
            setLeft(words);
          }}
        />
      )}
      <ReasonDialog
        open={isAsking}
        title="Benzer hesapları bul"
        text="Bu hesaptan hemen önce ve sonra açılan 100’er hesap ile son 30 günde aynı ağdan açılan en yeni 100 hesap; açılış saati, ağ, takma ad, e-posta alan adı ve sorular bakımından karşılaştırılır."
        hint="Kayıtta durur."
        action="Bul"
        done="Karşılaştırıldı"
        schema={contract.body}
        toBody={({ words }) => ({ words })}
        send={async ({ words }) => setPeople((await findSimilarPeople(id, words)).items)}
        onDone={() => undefined}
        onClose={() => setAsking(false)}
      />
    </section>
  );
}

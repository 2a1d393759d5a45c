import { Link } from "@tanstack/react-router";
import { useState } from "react";
import {
  findSimilarPeople as contract,
  type Shared,
  type Similar,
} from "#contract/endpoints/moderation/people.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ReasonDialog } from "../queue/reason-dialog.tsx";
import { findSimilarPeople } from "./people.api.ts";
import { personHash } from "./person-hash.ts";
import { PersonLine } from "./person-line.tsx";

const SHARED: Record<Shared, string> = {
  hour: "En çok bir saat arayla açılmış",
  nickname: "Takma adı aynı biçimde",
  domain: "E-posta alan adı aynı",
  question: "Neredeyse aynı soruyu sormuş",
};

/** Accounts that share with one what automatic registrations do, after a reason (R697). */
export function SimilarPeople({ id }: { id: number }) {
  const [isAsking, setAsking] = useState(false);
  const [people, setPeople] = useState<readonly Similar[]>();
  return (
    <section aria-labelledby="benzerler" className="grid gap-3">
      <h2 id="benzerler" className="text-xl font-extrabold">
        Benzer hesaplar
      </h2>
      {people === undefined && (
        <div className="flex">
          <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Benzer Hesapları Bul
          </Button>
        </div>
      )}
      {people?.length === 0 && (
        <p className="text-muted">Bu hesaptan hemen önce ve sonra açılanlar arasında yok.</p>
      )}
      {people !== undefined && people.length > 0 && (
        <ul className="divide-y divide-line rounded border border-line bg-surface">
          {people.map((person) => (
            <li key={person.id}>
              <Link
                to="/moderation/{-$id}"
                params={{ id: undefined }}
                hash={personHash(person.id)}
                className="grid gap-2 px-4 py-3 hover:bg-sunken"
              >
                <span className="flex items-center gap-3">
                  <PersonLine person={person} />
                </span>
                <span className="flex flex-wrap gap-1.5">
                  {person.shares.map((shared) => (
                    <Badge key={shared}>{SHARED[shared]}</Badge>
                  ))}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      {isAsking && (
        <ReasonDialog
          title="Benzer hesapları bul"
          text="Bu hesaptan hemen önce ve sonra açılan 100’er hesap; açılış saati, takma ad, e-posta alan adı ve sorular bakımından karşılaştırılır."
          hint="Kayıtta durur."
          action="Bul"
          done="Karşılaştırıldı"
          schema={contract.body}
          toBody={({ words }) => ({ words })}
          send={async ({ words }) => setPeople((await findSimilarPeople(id, words)).items)}
          onDone={() => undefined}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

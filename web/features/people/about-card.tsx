import type { ReactNode } from "react";
import type { Gender } from "#contract/endpoints/people.ts";
import { GENDER_NAMES } from "#contract/shapes/gender-names.ts";

interface Props {
  gender: Gender | null;
  /** dd.mm.yyyy */
  birthDate: string | null;
  city?: string | undefined;
  biography: string | null;
}

/** "Hakkında" on a profile (R108); unknown details are left out. */
export function AboutCard({ gender, birthDate, city, biography }: Props) {
  return (
    <section
      aria-labelledby="hakkinda"
      className="rounded border border-line bg-surface p-5 wrap-anywhere"
    >
      <h2 id="hakkinda" className="mb-3 text-xl font-extrabold">
        Hakkında
      </h2>
      <dl className="grid gap-2">
        {gender && <Entry term="Cinsiyet">{GENDER_NAMES[gender]}</Entry>}
        {birthDate && <Entry term="Doğum tarihi">{birthDate}</Entry>}
        {city && <Entry term="Şehir">{city}</Entry>}
        <div>
          <dt className="text-muted">Biyografi</dt>
          <dd dir="auto" className="paragraphs">
            {biography || "bulunamadı."}
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Entry({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{term}</dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  );
}

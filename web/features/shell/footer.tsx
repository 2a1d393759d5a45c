import { Link, type LinkProps, useRouter } from "@tanstack/react-router";
import { BRAND } from "#contract/brand.ts";
import { Kept } from "#web/lib/kept-markup.tsx";
import { onUnmodifiedClick } from "#web/lib/unmodified-click.ts";
import { Logo } from "#web/ui/logo.tsx";

interface Column {
  title: string;
  places: {
    to: NonNullable<LinkProps["to"]>;
    label: string;
    /** Returns to the current page after signing in. */
    returnsHere?: boolean;
  }[];
}

const columns: Column[] = [
  {
    title: "Anketler",
    places: [
      { to: "/surveys", label: "Tüm Anketler" },
      { to: "/discovery", label: "Keşfet" },
      { to: "/survey/create", label: "Anket Oluştur" },
    ],
  },
  {
    title: "Destek",
    places: [
      { to: "/support", label: "Yardım" },
      { to: "/login", label: "Giriş Yap", returnsHere: true },
      { to: "/register", label: "Kayıt Ol", returnsHere: true },
    ],
  },
  {
    title: "Şirket",
    places: [
      { to: "/contact", label: "İletişim" },
      { to: "/team", label: "Ekip" },
      { to: "/about", label: "Hakkımızda" },
      { to: "/blog", label: "Blog" },
    ],
  },
];
const legal: Column["places"] = [
  { to: "/privacy", label: "Gizlilik Politikası" },
  { to: "/kvkk", label: "KVKK Aydınlatma Metni" },
];

const linkStyle =
  "inline-flex min-h-11 min-w-11 items-center text-muted hover:text-ink hover:underline";

export function Footer() {
  return (
    <Kept as="footer" by="footer" perRoute className="border-t border-line bg-sunken print:hidden">
      <div className="wide grid gap-x-8 gap-y-8 py-12 grid-cols-2 tight:grid-cols-1 lg:grid-cols-[2fr_1fr_1fr_1fr_1.3fr]">
        <div className="col-span-full max-w-xs lg:col-span-1">
          <p className="flex items-center gap-2 text-2xl font-extrabold tracking-heading">
            <Logo className="size-8 text-nar" />
            {BRAND}
          </p>
          <p className="mt-3 text-muted">Sorunuzu sorun, Türkiye yanıtlasın.</p>
        </div>
        {columns.map(({ title, places }) => (
          <nav key={title} aria-label={title}>
            <h2 className="mb-1 font-semibold">{title}</h2>
            <Places places={places} />
          </nav>
        ))}
        <div>
          <h2 className="mb-1 font-semibold">Uygulamalar</h2>
          <p className="py-2.5 text-muted">
            iOS ve Android uygulamalarımız hazırlanıyor. Site telefonunuzda da rahatça çalışır.
          </p>
        </div>
      </div>
      <div className="border-t border-line">
        <nav aria-label="Yasal metinler" className="wide py-2">
          <Places places={legal} className="flex flex-wrap gap-x-6" />
        </nav>
      </div>
    </Kept>
  );
}

function Places({ places, className }: Pick<Column, "places"> & { className?: string }) {
  const router = useRouter();
  // Not in the link's address: a cached document does not know which page it was rendered for.
  const openAndReturn = (to: Column["places"][number]["to"]) =>
    onUnmodifiedClick(() => {
      const { href, search } = router.state.location;
      void router.navigate({ to, search: { next: search.next ?? href } });
    });
  return (
    <ul className={className}>
      {places.map(({ to, label, returnsHere }) => (
        <li key={to}>
          <Link to={to} className={linkStyle} onClick={returnsHere ? openAndReturn(to) : undefined}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

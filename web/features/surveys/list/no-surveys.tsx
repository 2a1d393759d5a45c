import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";

/** Nothing found: with filters they are too narrow, without them nobody has asked anything yet. */
export function NoSurveys({ isFiltered = false, path }: { isFiltered?: boolean; path: string }) {
  return isFiltered ? (
    <EmptyState
      title="Aradığınız gibi bir anket bulamadık"
      text="Başka bir kelime deneyin ya da filtreleri kaldırıp bütün anketlere bakın."
    >
      <LinkButton to={path} search={{}}>
        Filtreleri Kaldır
      </LinkButton>
    </EmptyState>
  ) : (
    <EmptyState
      title="Henüz anket yok"
      text="Meydan sizin: merak ettiğiniz bir soruyu ilk siz sorun."
    >
      <LinkButton variant="primary" to="/survey/create">
        Anket Oluştur
      </LinkButton>
    </EmptyState>
  );
}

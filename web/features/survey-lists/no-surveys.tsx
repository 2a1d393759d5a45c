import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";

/** Shown for an empty list: offers to remove the filters or, without any, to create a survey. */
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

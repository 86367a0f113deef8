import { ImportLink } from '#features/office/import/web/office/import-link.tsx';
import { CleanersList } from '#features/people/cleaners/web/admin/list-page.tsx';

/** /admin/cleaners */
export function Component() {
  return <CleanersList more={<ImportLink kind="cleaners" />} />;
}

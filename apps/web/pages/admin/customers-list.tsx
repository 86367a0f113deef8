import { ImportLink } from '#features/office/import/web/office/import-link.tsx';
import { CustomersList } from '#features/people/customers/web/admin/list-page.tsx';

/** /admin/customers */
export function Component() {
  return <CustomersList more={<ImportLink kind="customers" />} />;
}

import { NewRecord } from '#platform/web/office/record-screens.tsx';
import { ADMINS, NEW_LAYOUT } from '../parts/admin-layout.ts';

/** /admin/admins/new */
export function Component() {
  return <NewRecord of={ADMINS} layout={NEW_LAYOUT} />;
}

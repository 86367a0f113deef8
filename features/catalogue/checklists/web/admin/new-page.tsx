import { NewRecord } from '#platform/web/office/record-screens.tsx';
import { CHECKLISTS, useItemLayout } from '../parts/checklist-item.ts';

/** /admin/checklists/new */
export function Component() {
  return <NewRecord of={CHECKLISTS} layout={useItemLayout()} />;
}

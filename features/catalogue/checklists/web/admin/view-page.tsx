import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { ShowRecord } from '#platform/web/office/record-screens.tsx';
import { CHECKLISTS, useItemLayout } from '../parts/checklist-item.ts';

/** /admin/checklists/:checklistID/view */
export function Component() {
  const layout = useItemLayout();
  return <RecordFrame of={CHECKLISTS}>{(item) => <ShowRecord layout={layout} record={item} />}</RecordFrame>;
}

import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { ChangeRecord } from '#platform/web/office/record-screens.tsx';
import { CHECKLISTS, useItemLayout } from '../parts/checklist-item.ts';

/** /admin/checklists/:checklistID/update */
export function Component() {
  const layout = useItemLayout();
  return (
    <RecordFrame of={CHECKLISTS}>
      {(item) => <ChangeRecord of={CHECKLISTS} layout={layout} record={item} />}
    </RecordFrame>
  );
}

import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { ChangeRecord } from '#platform/web/office/record-screens.tsx';
import { APPLICATIONS, LAYOUT } from '../parts/application.ts';

/** /admin/applications/:applicationID/update */
export function Component() {
  return (
    <RecordFrame of={APPLICATIONS}>
      {(application) => <ChangeRecord of={APPLICATIONS} layout={LAYOUT} record={application} />}
    </RecordFrame>
  );
}

import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { ChangeRecord } from '#platform/web/office/record-screens.tsx';
import { LAYOUT, REQUESTS } from '../parts/contact-request.ts';

/** /admin/contact-requests/:requestID/update */
export function Component() {
  return (
    <RecordFrame of={REQUESTS}>
      {(request) => <ChangeRecord of={REQUESTS} layout={LAYOUT} record={request} />}
    </RecordFrame>
  );
}

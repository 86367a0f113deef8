import { ThreadPanel } from '#features/conversations/web/parts/thread-panel.tsx';
import { JobView } from '#features/jobs/web/parts/job-view.tsx';
import { MessageLog } from '#features/messages/web/parts/message-log.tsx';
import { ReceiptButton } from '#features/receipts/web/parts/receipt-button.tsx';
import { SettleSheet } from './settle-sheet.tsx';

/** /admin/jobs/:jobID/view */
export function Component() {
  return (
    <JobView
      settle={(job, close) => <SettleSheet job={job} onClose={close} />}
      receipt={(item) => <ReceiptButton of={item} look="number" />}
      contact={(job) => (
        <>
          <ThreadPanel jobId={job.id} />
          <MessageLog jobID={job.id} />
        </>
      )}
    />
  );
}

import type { ReactNode } from 'react';
import { ThreadPanel } from '#features/conversations/web/parts/thread-panel.tsx';
import { HistoryPanel } from '#features/job-history/web/parts/history-panel.tsx';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { MessageLog } from '#features/messages/web/parts/message-log.tsx';
import { JobView } from '#features/office-jobs/web/parts/job-view.tsx';
import { ReceiptButton } from '#features/receipts/web/parts/receipt-button.tsx';
import { OfficeCancelVisit } from '#features/series/web/parts/office-cancel-visit.tsx';
import { SeriesPanel } from '#features/series/web/parts/series-panel.tsx';
import { ConfirmButton } from '../admin/confirm-button.tsx';
import { TakePaymentSheet } from '../admin/take-payment/take-payment-sheet.tsx';

interface OfficeJobProps {
  record(job: Job): ReactNode;
  /** Clocks a crew member in or out; visits lie above. */
  clock(job: Job, place: number, close: () => void): ReactNode;
}

/** One job for the office, with what is paid for it; what is recorded of the visit lies above. */
export function OfficeJob({ record, clock }: OfficeJobProps) {
  return (
    <JobView
      cancel={(job, close) => <OfficeCancelVisit job={job} onClose={close} />}
      takePayment={(job, close) => <TakePaymentSheet job={job} onClose={close} />}
      confirm={(job) => <ConfirmButton job={job} />}
      receipt={(item) => <ReceiptButton of={item} look="number" />}
      record={record}
      clock={clock}
      series={(job) => <SeriesPanel job={job} />}
      history={(job) => <HistoryPanel jobId={job.id} version={job.updatedAt} />}
      contact={(job) => (
        <>
          <ThreadPanel jobId={job.id} />
          <MessageLog jobID={job.id} />
        </>
      )}
    />
  );
}

import { HistoryPanel } from '#features/job-history/web/parts/history-panel.tsx';
import { JobView } from '#features/jobs/web/parts/job-view.tsx';
import { ReceiptButton } from '#features/receipts/web/parts/receipt-button.tsx';
import { OfficeCancelVisit } from '#features/series/web/parts/office-cancel-visit.tsx';
import { SeriesPanel } from '#features/series/web/parts/series-panel.tsx';
import { SettleSheet } from './settle-sheet.tsx';

/** /admin/jobs/:jobID/view */
export function Component() {
  return (
    <JobView
      cancel={(job, close) => <OfficeCancelVisit job={job} onClose={close} />}
      settle={(job, close) => <SettleSheet job={job} onClose={close} />}
      receipt={(item) => <ReceiptButton of={item} look="number" />}
      series={(job) => <SeriesPanel job={job} />}
      history={(job) => <HistoryPanel jobId={job.id} version={job.updatedAt} />}
    />
  );
}

import { OfficeJob } from '#features/checkout/web/parts/office-job.tsx';
import { RecordPanel } from './record-panel.tsx';

/** /admin/jobs/:jobID/view */
export function Component() {
  return <OfficeJob record={(job) => <RecordPanel job={job} />} />;
}

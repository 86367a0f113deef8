import { JobView } from '#features/jobs/web/parts/job-view.tsx';
import { SettleSheet } from './settle-sheet.tsx';

/** /admin/jobs/:jobID/view */
export function Component() {
  return <JobView settle={(job, close) => <SettleSheet job={job} onClose={close} />} />;
}

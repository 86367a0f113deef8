import { OfficeJob } from '#features/checkout/web/parts/office-job.tsx';
import { ClockSheet } from './clock-sheet.tsx';
import { RecordPanel } from './record-panel.tsx';

/** /admin/jobs/:jobID/view */
export function Component() {
  return (
    <OfficeJob
      record={(job) => <RecordPanel job={job} />}
      clock={(job, place, close) => <ClockSheet job={job} place={place} onClose={close} />}
    />
  );
}

import { useSearchParams } from 'react-router';
import { Panels } from '#platform/web/office/record.tsx';
import type { Job } from '../../contract/shapes.ts';
import { mayChange } from './change/crew-plan.ts';
import { CrewSheet } from './change/crew-sheet.tsx';
import { MoveSheet } from './change/move-sheet.tsx';
import { SettleSheet } from './change/settle-sheet.tsx';
import { maySettle } from './change/settle-sum.ts';
import { JobFrame } from './job-frame.tsx';
import { ChecklistPanel } from './view/checklist-panel.tsx';
import { CrewPanel } from './view/crew-panel.tsx';
import { PaymentPanel, PolicyPanel, PricePanel } from './view/money-panels.tsx';
import { RecordPanel, ReviewPanel, VisitPanel } from './view/visit-panels.tsx';

/** /admin/jobs/:jobID/view; `?ask=move`, `?ask=crew-2` and `?ask=settle` open what is asked about it. */
export function Component() {
  return <JobFrame>{(job) => <JobView key={job.id} job={job} />}</JobFrame>;
}

function JobView({ job }: { readonly job: Job }) {
  const [params, setParams] = useSearchParams();
  const ask = params.get('ask');
  const open = (asked: string) => setParams({ ask: asked }, { preventScrollReset: true });
  const close = () => setParams({}, { replace: true, preventScrollReset: true });
  return (
    <>
      <Panels
        left={
          <>
            <VisitPanel job={job} />
            <CrewPanel job={job} onChange={(place) => open(`crew-${place + 1}`)} />
            <ChecklistPanel job={job} />
          </>
        }
        right={
          <>
            <PricePanel job={job} />
            <PaymentPanel job={job} onSettle={() => open('settle')} />
            <PolicyPanel job={job} />
            <ReviewPanel job={job} />
            <RecordPanel job={job} />
          </>
        }
      />
      {mayChange(job) && ask === 'move' && <MoveSheet job={job} onClose={close} />}
      {mayChange(job) && ask?.startsWith('crew-') && (
        <CrewSheet job={job} place={Number(ask.slice('crew-'.length)) - 1} onClose={close} />
      )}
      {maySettle(job) && ask === 'settle' && <SettleSheet job={job} onClose={close} />}
    </>
  );
}

import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { goesAhead } from '#features/jobs/rules/status.ts';
import { mayTakePayment } from '#features/jobs/web/parts/payment-sum.ts';
import type { TransactionReply } from '#features/payments/contract.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { Panels } from '#platform/web/office/record.tsx';
import { mayChange, mayClock } from '../admin/change/crew-plan.ts';
import { CrewSheet } from '../admin/change/crew-sheet.tsx';
import { MoveSheet } from '../admin/change/move-sheet.tsx';
import { ChecklistPanel } from '../admin/view/checklist-panel.tsx';
import { CrewPanel } from '../admin/view/crew-panel.tsx';
import { PaymentPanel, PolicyPanel, PricePanel } from '../admin/view/money-panels.tsx';
import { RecordPanel, ReviewPanel, VisitPanel } from '../admin/view/visit-panels.tsx';
import { JobFrame } from './job-frame.tsx';

/**
 * One job for the office; `?ask=move`, `?ask=crew-2`, `?ask=clock-2`, `?ask=cancel` and `?ask=pay` open what is asked about it.
 */
export function JobView(props: JobViewProps) {
  return <JobFrame>{(job) => <View key={job.id} job={job} {...props} />}</JobFrame>;
}

interface JobViewProps {
  /** Asks who cancels, and says what that gives back. */
  cancel(job: Job, close: () => void): ReactNode;
  /** Asks when and why the crew member in a place, from 0, is clocked in or out; visits lie above. */
  clock(job: Job, place: number, close: () => void): ReactNode;
  /** Asks how an unpaid job is paid; paying lies above. */
  takePayment(job: Job, close: () => void): ReactNode;
  /** The button that confirms a paid job. */
  confirm(job: Job): ReactNode;
  /** The button that fetches the receipt of a transaction; receipts lie above. */
  receipt(item: TransactionReply): ReactNode;
  /** What was written about the job; messages and threads lie above. */
  contact(job: Job): ReactNode;
  /** What was recorded of the visit; visits lie above. */
  record(job: Job): ReactNode;
  /** What features above know of the job: its series beside the visit, its history at the end. */
  series(job: Job): ReactNode;
  history(job: Job): ReactNode;
}

function View({
  job,
  cancel,
  clock,
  takePayment,
  confirm,
  receipt,
  contact,
  record,
  series,
  history,
}: JobViewProps & { readonly job: Job }) {
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
            {series(job)}
            <CrewPanel
              job={job}
              onChange={(place) => open(`crew-${place + 1}`)}
              onClock={(place) => open(`clock-${place + 1}`)}
            />
            <ChecklistPanel job={job} />
            {goesAhead(job.status) && record(job)}
            {contact(job)}
          </>
        }
        right={
          <>
            <PricePanel job={job} />
            <PaymentPanel job={job} receipt={receipt} confirm={confirm} onTakePayment={() => open('pay')} />
            <PolicyPanel job={job} />
            <ReviewPanel job={job} />
            <RecordPanel job={job} />
            {history(job)}
          </>
        }
      />
      {mayChange(job) && ask === 'move' && <MoveSheet job={job} onClose={close} />}
      {mayChange(job) && ask?.startsWith('crew-') && (
        <CrewSheet job={job} place={Number(ask.slice('crew-'.length)) - 1} onClose={close} />
      )}
      {mayClock(job, appClock.now()) &&
        ask?.startsWith('clock-') &&
        clock(job, Number(ask.slice('clock-'.length)) - 1, close)}
      {mayChange(job) && ask === 'cancel' && cancel(job, close)}
      {mayTakePayment(job) && ask === 'pay' && takePayment(job, close)}
    </>
  );
}

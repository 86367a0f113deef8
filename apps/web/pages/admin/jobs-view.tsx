import { useSearchParams } from 'react-router';
import { ChargeSheet, isChargeable } from '#features/booking/checkout/web/parts/charges/charge-sheet.tsx';
import { ChargesPanel } from '#features/booking/checkout/web/parts/charges/charges-panel.tsx';
import { OwedSheet } from '#features/booking/checkout/web/parts/charges/owed-sheet.tsx';
import { ConfirmButton } from '#features/booking/checkout/web/parts/confirm-button.tsx';
import { TakePaymentSheet } from '#features/booking/checkout/web/parts/take-payment/take-payment-sheet.tsx';
import { ReceiptButton } from '#features/booking/receipts/web/parts/receipt-button.tsx';
import { MessageLog } from '#features/messages/messages/web/parts/message-log.tsx';
import { LatestNotes } from '#features/people/customers/web/parts/latest-notes.tsx';
import { ThreadPanel } from '#features/work/conversations/web/office/thread-panel.tsx';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { changeJob } from '#features/work/jobs/rules/policy.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';
import { CrewPanel } from '#features/work/jobs/web/office/crew-panel.tsx';
import { mayChange, mayClock } from '#features/work/jobs/web/office/crew-plan.ts';
import { CrewSheet } from '#features/work/jobs/web/office/crew-sheet.tsx';
import { HistoryPanel } from '#features/work/jobs/web/office/history-panel.tsx';
import { JobFrame, mayBeLockedOut } from '#features/work/jobs/web/office/job-frame.tsx';
import { owedIn } from '#features/work/jobs/web/office/job-labels.ts';
import {
  ChecklistPanel,
  RecleanPanel,
  RecordPanel,
  ReviewPanel,
  VisitPanel,
} from '#features/work/jobs/web/office/job-panels.tsx';
import { LockOutSheet } from '#features/work/jobs/web/office/lock-out-sheet.tsx';
import { CancellationPanel, PaymentPanel, PricePanel } from '#features/work/jobs/web/office/money-panels.tsx';
import { MoveSheet } from '#features/work/jobs/web/office/move-sheet.tsx';
import { mayTakePayment } from '#features/work/jobs/web/parts/payment-sum.ts';
import { OfficeCancelVisit } from '#features/work/series/web/office/cancel-visit-sheet.tsx';
import { SeriesPanel } from '#features/work/series/web/office/series-panel.tsx';
import { ClockSheet } from '#features/work/visits/web/office/clock-sheet.tsx';
import { HoursSheet } from '#features/work/visits/web/office/hours-sheet.tsx';
import { NobodyCameSheet } from '#features/work/visits/web/office/nobody-came-sheet.tsx';
import { VisitRecordPanel } from '#features/work/visits/web/office/record-panel.tsx';
import { JobOriginPanel } from '#features/work/waiting-list/web/office/job-origin-panel.tsx';
import { appClock } from '#platform/web/app-clock.ts';
import { Panels } from '#platform/web/office/record.tsx';
import { useMay } from '#platform/web/session/use-may.ts';

/**
 * /admin/jobs/:jobID/view. `?ask=move`, `?ask=crew-2`, `?ask=clock-2`, `?ask=hours-<cleaner>`, `?ask=nobody-came`, `?ask=lock-out`, `?ask=cancel`, `?ask=pay`, `?ask=charge` and `?ask=owed` open the sheet for
 * that change; positions in the crew start at 1.
 */
export function Component() {
  return <JobFrame>{(job) => <JobPage key={job.id} job={job} />}</JobFrame>;
}

interface JobProps {
  readonly job: Job;
}

function JobPage({ job }: JobProps) {
  const [params, setParams] = useSearchParams();
  const open = (ask: string) => setParams({ ask }, { preventScrollReset: true });
  const close = () => setParams({}, { replace: true, preventScrollReset: true });
  return (
    <>
      <LatestNotes customerID={job.customerID} />
      <Panels left={<VisitPanels job={job} open={open} />} right={<JobMoneyPanels job={job} open={open} />} />
      <JobSheet job={job} ask={params.get('ask') ?? ''} onClose={close} />
    </>
  );
}

interface PanelsProps extends JobProps {
  /** Opens the sheet for a change. */
  open(ask: string): void;
}

/** Time and address, crew, checklist, remarks. */
function VisitPanels({ job, open }: PanelsProps) {
  return (
    <>
      <VisitPanel job={job} />
      <RecleanPanel job={job} />
      <SeriesPanel job={job} />
      {job.seriesID === null && <JobOriginPanel jobID={job.id} />}
      <CrewPanel
        job={job}
        onChange={(position) => open(`crew-${position + 1}`)}
        onClock={(position) => open(`clock-${position + 1}`)}
      />
      <ChecklistPanel job={job} />
      {(goesAhead(job.status) || job.status === 'cancelled') && (
        <VisitRecordPanel job={job} onCorrect={(cleanerID) => open(`hours-${cleanerID}`)} />
      )}
      <ThreadPanel jobID={job.id} />
      <MessageLog jobID={job.id} />
    </>
  );
}

/** Price, payments, cancellation refund, review, history. */
function JobMoneyPanels({ job, open }: PanelsProps) {
  return (
    <>
      <PricePanel job={job} />
      <PaymentPanel
        job={job}
        receipt={(item) => <ReceiptButton of={item} look="number" />}
        confirmButton={(paid) => <ConfirmButton job={paid} />}
        onTakePayment={() => open('pay')}
        onCharge={isChargeable(job) ? () => open('charge') : undefined}
      />
      <ChargesPanel job={job} onSettle={() => open('owed')} />
      <CancellationPanel job={job} />
      <ReviewPanel job={job} />
      <RecordPanel job={job} />
      <HistoryPanel jobID={job.id} version={job.updatedAt} />
    </>
  );
}

interface SheetProps extends JobProps {
  readonly ask: string;
  onClose(): void;
}

/** Other values of `ask` belong to the panels: `move-following` to the series. */
function JobSheet({ job, ask, onClose }: SheetProps) {
  const may = useMay(changeJob);
  if (!may) return null;
  const position = Number(/^(?:crew|clock)-(\d+)$/.exec(ask)?.[1] ?? 0) - 1;
  if (ask === 'pay') return mayTakePayment(job) && <TakePaymentSheet job={job} onClose={onClose} />;
  if (ask === 'charge') return isChargeable(job) && <ChargeSheet job={job} onClose={onClose} />;
  if (ask === 'owed') return owedIn(job) > 0 && <OwedSheet job={job} onClose={onClose} />;
  if (ask === 'lock-out')
    return mayBeLockedOut(job, appClock.now()) && <LockOutSheet job={job} onClose={onClose} />;
  if (ask.startsWith('hours-'))
    return <HoursSheet job={job} cleanerID={ask.slice('hours-'.length)} onClose={onClose} />;
  if (ask.startsWith('clock-'))
    return mayClock(job, appClock.now()) && <ClockSheet job={job} position={position} onClose={onClose} />;
  if (!mayChange(job)) return null;
  if (ask === 'nobody-came')
    return job.stage === 'upcoming' && <NobodyCameSheet job={job} onClose={onClose} />;
  if (ask === 'move') return <MoveSheet job={job} onClose={onClose} />;
  if (ask.startsWith('crew-')) return <CrewSheet job={job} position={position} onClose={onClose} />;
  if (ask === 'cancel') return <OfficeCancelVisit job={job} onClose={onClose} />;
  return null;
}

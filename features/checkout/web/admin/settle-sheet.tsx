import { z } from 'zod';
import type { Job } from '#features/jobs/contract/shapes.ts';
import { listJobs } from '#features/jobs/contract.ts';
import styles from '#features/jobs/web/parts/change.module.css';
import { centsOf, dollarsOf, paidTogether } from '#features/jobs/web/parts/settle-sum.ts';
import { JOB_READS } from '#features/office-jobs/web/parts/job-frame.tsx';
import type { Cents } from '#platform/kernel/money.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useForm } from '#platform/web/forms/use-form.ts';
import { confirmJobAdmin } from '../../contract.ts';

interface SettleSheetProps {
  readonly job: Job;
  onClose(): void;
}

/** A series has at most this many visits. */
const MOST_VISITS = 52;

/** Takes the payment for an unpaid job, or for all visits that are held together with it. */
export function SettleSheet({ job, onClose }: SettleSheetProps) {
  return (
    <Sheet open onClose={onClose} title="Take payment" closeLabel="Close">
      {job.seriesID === null ? (
        <TakePayment visits={[job]} job={job} onClose={onClose} />
      ) : (
        <SeriesPayment job={job} seriesID={job.seriesID} onClose={onClose} />
      )}
    </Sheet>
  );
}

function SeriesPayment({ job, seriesID, onClose }: SettleSheetProps & { readonly seriesID: string }) {
  const series = useCall(listJobs, {
    query: { seriesID, status: '*', size: MOST_VISITS, sortby: 'startTime', order: 'asc' },
  });
  if (series.isError) {
    return (
      <ErrorState
        retryLabel="Try again"
        onRetry={() => series.refetch()}
        retrying={series.isFetching && 'Trying'}
      >
        The visits of this series could not be loaded. {series.error.message}
      </ErrorState>
    );
  }
  if (series.data === undefined) return <Skeleton words="Adding up the visits" lines={4} />;
  return <TakePayment visits={paidTogether(job, series.data.items)} job={job} onClose={onClose} />;
}

/** Charges the customer's stored card, or nothing at all; of a single visit another amount, with a reason. */
function TakePayment({ visits, job, onClose }: SettleSheetProps & { readonly visits: readonly Job[] }) {
  const { money, date, time } = useFormat();
  const total = visits.reduce((sum, visit) => sum + (visit.amountToPay ?? 0), 0);
  const form = useTakePayment({ job, visits, total }, onClose);
  const cents = centsOf(form.values.amountToPay);
  const isSeries = visits.length > 1;
  return (
    <>
      <p className={styles.lead}>
        {isSeries
          ? `${visits.length} visits from ${date(visits[0]?.startTime ?? job.startTime)} cost ${money(total)}. ${job.customer.fullname}’s saved card is charged at once.`
          : `${job.customer.fullname} owes ${money(total)}. The saved card is charged at once; with 0 the visit is on us.`}
      </p>
      {job.status === 'pending' && job.holdExpiresAt && (
        <p className={styles.lead}>
          Held until {date(job.holdExpiresAt)}, {time(job.holdExpiresAt)}.
        </p>
      )}
      <form className={styles.form} noValidate onSubmit={form.submit}>
        {!isSeries && (
          <TextField label="Amount" before="S$" inputMode="decimal" {...form.text('amountToPay')} />
        )}
        {!isSeries && cents !== null && cents !== total && (
          <TextField
            label="Reason for the change"
            maxLength={300}
            hint="Kept on record with the change."
            {...form.text('reason')}
          />
        )}
        {form.problem && (
          <Notice kind="bad" live>
            {sentenceOf(form.problem, job)}
          </Notice>
        )}
        <Button type="submit" full busy={form.sending && 'Charging'}>
          {cents === 0 ? 'Confirm without charge' : `Charge ${money(cents ?? 0)}`}
        </Button>
      </form>
    </>
  );
}

/** Some refusals are written for customers. */
function sentenceOf(problem: Error, { customer }: Job): string {
  if (!(problem instanceof ApiError) || problem.code !== 'no_stored_card') return problem.message;
  return `${customer.fullname} has no saved card. Ask them to pay from their bookings, or to save a card in their account.`;
}

/** Dollars as they are typed; a reason where they are not what the job comes to. */
function paymentForm(total: Cents) {
  return z
    .object({
      amountToPay: z
        .string()
        .refine((typed) => centsOf(typed) !== null, { error: 'Enter dollars and cents, like 120.00.' }),
      reason: z.string(),
    })
    .refine(({ amountToPay, reason }) => centsOf(amountToPay) === total || reason.trim() !== '', {
      path: ['reason'],
      error: 'Give a reason for the other amount.',
    });
}

interface ToPay {
  readonly job: Job;
  readonly visits: readonly Job[];
  readonly total: Cents;
}

function useTakePayment({ job, visits, total }: ToPay, onDone: () => void) {
  const { money } = useFormat();
  const toast = useToast();
  const act = useAct(confirmJobAdmin, { refresh: JOB_READS });
  return useForm({
    initial: { amountToPay: dollarsOf(total), reason: '' },
    schema: paymentForm(total),
    send: async (typed) => {
      const amountToPay = centsOf(typed.amountToPay) ?? 0;
      const reason = amountToPay === total ? {} : { reason: typed.reason.trim() };
      const reply = await act.mutateAsync({ body: { jobID: job.id, amountToPay, ...reason } });
      if ('requiresAction' in reply) {
        throw new Error('The bank needs the customer to confirm. Ask them to pay from their bookings.');
      }
      const charged = amountToPay === 0 ? 'Nothing charged' : `Charged ${money(amountToPay)}`;
      const confirmed = visits.length === 1 ? 'The visit is' : `${visits.length} visits are`;
      toast.show({ text: `${charged}. ${confirmed} confirmed.` });
      onDone();
    },
  });
}

import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { z } from 'zod';
import type { Cancellation, Job } from '#features/work/jobs/contract/shapes.ts';
import { cancelJob, previewCancellation } from '#features/work/jobs/contract.ts';
import type { OnBehalfOf } from '#features/work/jobs/rules/cancellation.ts';
import { JOB_READS } from '#features/work/jobs/web/office/job-frame.tsx';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { MoneyLines, type PriceLine } from '#platform/web/design/booking/price-panel.tsx';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import styles from '../parts/series.module.css';

interface Props {
  readonly job: Job;
  onClose(): void;
}

export function OfficeCancelVisit({ job, onClose }: Props) {
  const [onBehalfOf, setOnBehalfOf] = useState<OnBehalfOf>('company');
  const params = { id: job.id };
  const preview = useCall(previewCancellation, { params, query: { onBehalfOf } });
  const act = useAct(cancelJob, { refresh: [...JOB_READS, previewCancellation] });
  return (
    <OfficeCancel
      job={job}
      title={t('Cancel this visit')}
      customerNote={t('On the terms agreed when it was booked.')}
      onBehalfOf={onBehalfOf}
      onChoose={setOnBehalfOf}
      preview={preview}
      visitsLabel={() => t('the visit')}
      doneOf={() => t('Cancelled')}
      cancel={({ fee }, reason) => act.mutateAsync({ params, body: { reason, onBehalfOf, fee } })}
      onClose={onClose}
    >
      {(terms) => <Sums terms={terms} />}
    </OfficeCancel>
  );
}

function Sums({ terms }: { readonly terms: Cancellation }) {
  const { money, hours } = useFormat();
  const back = useBack();
  const { fee, refund, creditsReturned, creditsForfeited } = terms;
  const used = creditsReturned + creditsForfeited;
  const lines: PriceLine[] = [];
  if (terms.feeCharged)
    lines.push({ key: 'charged', label: t('Charged to the saved card'), amount: money(fee) });
  else if (fee + refund > 0)
    lines.push({
      key: 'paid',
      label: terms.refundByHand ? t('Paid') : t('Paid by card'),
      amount: money(fee + refund),
    });
  if (fee > 0 && !terms.feeCharged) lines.push({ key: 'fee', label: t('We keep'), amount: `−${money(fee)}` });
  if (used > 0) lines.push({ key: 'used', label: t('Hours used'), amount: hours(used) });
  if (creditsForfeited > 0) {
    lines.push({ key: 'forfeited', label: t('We keep'), amount: `−${hours(creditsForfeited)}` });
  }
  if (lines.length === 0) return <p>{t('Nothing was paid, so there is nothing to refund.')}</p>;
  return (
    <>
      <MoneyLines lines={lines} total={{ label: t('Refund to the customer'), amount: back(terms) }} />
      {terms.refundPending && (
        <p className="k-muted k-small">
          {t(
            'The bank is looking into this payment. The refund is made automatically once the dispute is won.',
          )}
        </p>
      )}
      {terms.refundByHand && <p>{t('Give the money back yourself. It is listed under Payment problems.')}</p>}
    </>
  );
}

type Back = Pick<Cancellation, 'refund' | 'creditsReturned'>;

interface OfficeCancelProps<Terms extends Back> {
  readonly job: Job;
  readonly title: string;
  /** Shown below "The customer": the terms that apply. */
  readonly customerNote: string;
  readonly onBehalfOf: OnBehalfOf;
  onChoose(onBehalfOf: OnBehalfOf): void;
  /** The amounts that would come back. */
  readonly preview: UseQueryResult<Terms, ApiError>;
  /** "the visit", "3 visits" */
  visitsLabel(terms: Terms): string;
  /** "3 visits cancelled" */
  doneOf(terms: Terms): string;
  cancel(terms: Terms, reason: string): Promise<unknown>;
  onClose(): void;
  /** The totals, above the reason. */
  children(terms: Terms): ReactNode;
}

/** The office cancels visits: for the company, which gives everything back, or for the customer by the agreed terms. */
export function OfficeCancel<Terms extends Back>(props: OfficeCancelProps<Terms>) {
  const { title, customerNote, onBehalfOf, onChoose, preview, onClose } = props;
  return (
    <Sheet open onClose={onClose} title={title} closeLabel={t('Close')}>
      <div className={`k-stack k-gap-14 ${styles.question}`}>
        <RadioRows
          label={t('Who cancels')}
          options={[
            { value: 'company', label: t('We do'), note: t('The customer gets everything back.') },
            { value: 'customer', label: t('The customer'), note: customerNote },
          ]}
          value={onBehalfOf}
          onChange={onChoose}
        />
        {preview.isPending && <Skeleton words={t('Working out the refund')} lines={3} bare />}
        {preview.isError && (
          <ErrorState retryLabel={t('Try again')} onRetry={() => void preview.refetch()}>
            {preview.error.message}
          </ErrorState>
        )}
        {preview.data && <Confirm {...props} terms={preview.data} />}
      </div>
    </Sheet>
  );
}

const reasonForm = z.object({
  reason: z
    .string()
    .trim()
    .min(1, { error: t('Give a reason.') }),
});

function Confirm<Terms extends Back>(props: OfficeCancelProps<Terms> & { readonly terms: Terms }) {
  const { job, terms, visitsLabel, doneOf, cancel, preview, onClose, children } = props;
  const toast = useToast();
  const back = useBack()(terms);
  const what = visitsLabel(terms);
  const form = useForm({
    initial: { reason: '' },
    schema: reasonForm,
    send: async ({ reason }) => {
      try {
        await cancel(terms, reason.trim());
        toast.show({
          text: t('{{done}}. {{back}} back to {{fullname}}.', {
            done: doneOf(terms),
            back,
            fullname: job.customer.fullname,
          }),
        });
        onClose();
      } catch (error) {
        void preview.refetch();
        throw error;
      }
    },
  });
  return (
    <form className={`k-stack k-gap-14 ${styles.question}`} noValidate onSubmit={form.submit}>
      {children(terms)}
      <TextField label={t('Reason')} maxLength={300} hint={t('Kept on record.')} {...form.text('reason')} />
      <SubmitProblem problem={form.problem} />
      <Button type="submit" kind="danger" full busy={form.sending && t('Cancelling')}>
        {t('Cancel {{what}}, {{back}} back', { what, back })}
      </Button>
    </form>
  );
}

/** `S$45.00`, `1.5 hours`, `S$15.00 and 3 hours`, `nothing`. */
export function useBack() {
  const { money, hours } = useFormat();
  return ({ refund, creditsReturned }: Back): string => {
    const parts = [refund > 0 && money(refund), creditsReturned > 0 && hours(creditsReturned)];
    return parts.filter(Boolean).join(t(' and ')) || t('nothing');
  };
}

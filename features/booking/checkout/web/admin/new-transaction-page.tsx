import { useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { chargeCard } from '#features/money/payments/contract/ad-hoc.ts';
import { createTransaction } from '#features/money/payments/contract.ts';
import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import { MANUAL_METHODS, type ManualMethod } from '#features/money/payments/rules/transaction.ts';
import { AMOUNT_MESSAGE, centsOf, dollarsOf } from '#features/money/payments/web/parts/amount.ts';
import { CustomerField } from '#features/money/payments/web/parts/customer-field.tsx';
import { METHOD_NAMES } from '#features/money/payments/web/parts/labels.ts';
import styles from '#features/money/payments/web/parts/money.module.css';
import { TRANSACTIONS } from '#features/money/payments/web/parts/transaction.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { listJobs } from '#features/work/jobs/contract.ts';
import { JOB_READS } from '#features/work/jobs/web/office/job-frame.tsx';
import { paidTogether, sumToPay } from '#features/work/jobs/web/parts/payment-sum.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { SelectField, TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { EditableBy } from '#platform/web/office/editable-by.tsx';
import { Panel, RecordPage } from '#platform/web/office/record.tsx';

type Way = 'other' | 'card';

const WAYS = [
  { value: 'other', label: t('Record a payment or adjustment') },
  { value: 'card', label: t('Charge the saved card') },
] as const;
const METHODS = MANUAL_METHODS.map((value) => ({ value, label: METHOD_NAMES[value] }));

/** /admin/transactions/new?customerID=…&way=card */
export function Component() {
  const [params] = useSearchParams();
  return <NewTransaction key={params.toString()} />;
}

function NewTransaction() {
  const form = useEntry();
  const { money } = useFormat();
  const isCard = form.values.way === 'card';
  const cents = centsOf(form.values.amount) ?? 0;
  return (
    <RecordPage list={TRANSACTIONS} title={t('New transaction')}>
      <Panel title={t('Transaction')}>
        <EditableBy call={isCard ? chargeCard : createTransaction}>
          <form className={`k-stack k-gap-14 ${styles.narrow}`} noValidate onSubmit={form.submit}>
            <Segments<Way>
              label={t('Type')}
              value={form.values.way}
              onChange={(way) => form.set({ way })}
              options={WAYS}
            />
            <CustomerField
              value={form.values.customerID}
              error={form.errors.customerID}
              onChoose={(customerID) => form.set({ customerID, jobID: '' })}
            />
            {!isCard && form.values.customerID !== '' && (
              <VisitField
                customerID={form.values.customerID}
                value={form.values.jobID}
                error={form.errors.jobID}
                onChoose={(jobID, total) =>
                  form.set({ jobID, ...(total !== null && { amount: dollarsOf(total) }) })
                }
              />
            )}
            <TextField
              label={t('Amount')}
              before="S$"
              inputMode="decimal"
              hint={
                isCard || form.values.jobID !== ''
                  ? undefined
                  : t('Use a minus sign for money you gave back.')
              }
              {...form.text('amount')}
            />
            {!isCard && <SelectField label={t('Paid by')} options={METHODS} {...form.text('method')} />}
            <TextArea
              label={isCard ? t('What it is for') : t('Note')}
              rows={2}
              maxLength={500}
              hint={isCard ? t('Printed on the customer’s receipt.') : undefined}
              {...form.text('details')}
            />
            <SubmitProblem problem={form.problem} />
            <div>
              <Button type="submit" busy={form.sending && (isCard ? t('Charging') : t('Saving'))}>
                {isCard ? t('Charge {{money}}', { money: money(cents) }) : t('Add transaction')}
              </Button>
            </div>
          </form>
        </EditableBy>
      </Panel>
    </RecordPage>
  );
}

const entry = z
  .object({
    way: z.enum(['other', 'card']),
    customerID: z.string().refine((id) => id !== '', { error: t('Choose a customer.') }),
    amount: z.string().refine((typed) => Boolean(centsOf(typed)), { error: AMOUNT_MESSAGE }),
    method: z.enum(MANUAL_METHODS),
    details: z.string(),
    jobID: z.string(),
  })
  .refine(({ way, amount }) => way === 'other' || (centsOf(amount) ?? 0) >= SMALLEST_CHARGE, {
    path: ['amount'],
    error: t('A card is charged at least S$0.50.'),
  })
  .refine(({ way, details }) => way === 'other' || details.trim() !== '', {
    path: ['details'],
    error: t('Say what the charge is for.'),
  });

type Entry = {
  readonly way: Way;
  readonly customerID: string;
  readonly amount: string;
  readonly method: ManualMethod;
  readonly details: string;
  readonly jobID: string;
};

function useEntry() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const toast = useToast();
  const { money } = useFormat();
  const charge = useAct(chargeCard, { refresh: TRANSACTIONS.refresh });
  const create = useAct(createTransaction, { refresh: [...TRANSACTIONS.refresh, ...JOB_READS] });
  return useForm<Entry>({
    initial: {
      way: params.get('way') === 'card' ? 'card' : 'other',
      customerID: params.get('customerID') ?? '',
      amount: '',
      method: 'paynow',
      details: '',
      jobID: '',
    },
    draft: 'transaction',
    schema: entry,
    send: async ({ way, customerID, amount, method, details, jobID }) => {
      const body = { customerID, total: centsOf(amount) ?? 0, details: details.trim() };
      const made =
        way === 'card'
          ? await charge.mutateAsync({ body })
          : await create.mutateAsync({ body: { ...body, method, ...(jobID !== '' && { jobID }) } });
      toast.show({
        text:
          way === 'card'
            ? t('Charged {{money}}.', { money: money(made.total) })
            : t('The transaction was added.'),
      });
      await navigate(`${TRANSACTIONS.home}/${made.id}/view`);
    },
  });
}

interface VisitFieldProps {
  readonly customerID: string;
  /** The chosen job's id; empty for money that is for no visit. */
  readonly value: string;
  readonly error?: string | undefined;
  /** @param total the amount for it and everything paid together with it; null for no visit. */
  onChoose(jobID: string, total: Cents | null): void;
}

/** The most visits a customer may owe at once: a series has up to 52. */
const MAX_OWED_VISITS = 200;

/** Chooses the unpaid visit that the money is for. A series is paid as a whole. */
function VisitField({ customerID, value, error, onChoose }: VisitFieldProps) {
  const { date, time, money } = useFormat();
  const query = { customerID, sortby: 'startTime', order: 'asc', size: MAX_OWED_VISITS } as const;
  const held = useCall(listJobs, { query: { ...query, status: 'pending' } }).data?.items ?? [];
  const owed = useCall(listJobs, { query: { ...query, status: 'confirmed' } }).data?.items ?? [];
  const bookings = bookingsOf([...held, ...owed]);
  const optionOf = ([first, ...others]: readonly [Job, ...Job[]]) => {
    const what = others.length === 0 ? '' : t('{{count}} visits from ', { count: others.length + 1 });
    return {
      value: first.id,
      label: `${what}${date(first.startTime)}, ${time(first.startTime)}: ${money(sumToPay([first, ...others]))}`,
    };
  };
  return (
    <SelectField
      label={t('Visit')}
      name="jobID"
      value={value}
      error={error}
      hint={bookings.length === 0 ? t('No unpaid visits.') : t('The payment is for the visit you choose.')}
      onChange={({ target }) => {
        const booking = bookings.find(([first]) => first.id === target.value);
        onChoose(target.value, booking === undefined ? null : sumToPay(booking));
      }}
      options={[{ value: '', label: t('Not for a visit') }, ...bookings.map(optionOf)]}
    />
  );
}

/** Groups unpaid visits by what is paid together. */
function bookingsOf(jobs: readonly Job[]): (readonly [Job, ...Job[]])[] {
  const seen = new Set<string>();
  return jobs.flatMap((job) => {
    if (seen.has(job.id)) return [];
    const series = job.seriesID === null ? [] : jobs.filter(({ seriesID }) => seriesID === job.seriesID);
    const others = paidTogether(job, series).filter(({ id }) => id !== job.id);
    for (const { id } of others) seen.add(id);
    return [[job, ...others] as const];
  });
}

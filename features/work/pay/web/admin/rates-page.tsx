import { useState } from 'react';
import { z } from 'zod';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { JOB_TYPE_NAMES, JOB_TYPE_OPTIONS } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { AMOUNT_MESSAGE, centsOf } from '#features/money/payments/web/parts/amount.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Checkbox, SelectField, TextField } from '#platform/web/design/parts/field.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { Sheet as Dialog } from '#platform/web/design/parts/sheet.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { DayField } from '#platform/web/office/day-field.tsx';
import { isDay } from '#platform/web/office/list-state.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { useMay } from '#platform/web/session/use-may.ts';
import type { RateReply } from '../../contract/shapes.ts';
import { listRates, saveRate } from '../../contract.ts';
import { changePay } from '../../rules/policy.ts';
import styles from './pay.module.css';
import { PAY_READS } from './pay-reads.ts';
import { useCleanerOptions } from './use-cleaner-options.ts';

/** /admin/pay/rates: what an hour is paid, for everyone and for single cleaners. */
export function Component() {
  const rates = useCall(listRates, { query: {} });
  const [isAdding, setAdding] = useState(false);
  const mayAdd = useMay(changePay);
  const add = mayAdd && (
    <Button size="small" onClick={() => setAdding(true)}>
      {t('New rate')}
    </Button>
  );
  return (
    <div className={`k-office-page ${styles.page}`}>
      <header className="k-row k-wrap k-between k-gap-8 k-gap-x-16">
        <PageTitle>{t('Pay rates')}</PageTitle>
        {rates.data?.items.length !== 0 && add}
      </header>
      <p className="k-muted">
        {t(
          'For each visit, the most specific rate on its day applies: a cleaner’s own before everyone’s, and one for the kind of work before one for all kinds.',
        )}
      </p>
      <Loaded query={rates} what={t('the pay rates')}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t('No pay rates yet.')} level={2} action={add}>
              {t('Start with one for everyone and all kinds of work.')}
            </EmptyState>
          ) : (
            <RatePanels items={items} />
          )
        }
      </Loaded>
      {isAdding && <RateDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

function RatePanels({ items }: { readonly items: readonly RateReply[] }) {
  const current = items.filter(({ isCurrent, centsPerHour }) => isCurrent && centsPerHour !== null);
  const others = items.filter((item) => !current.includes(item));
  return (
    <>
      <Panel title={t('Today')}>
        <RatesTable caption={t('Pay rates today')} items={current.toSorted(generalFirst)} />
      </Panel>
      {others.length > 0 && (
        <Panel title={t('Past and future')} note={t('Newest first. Rates are never changed, only replaced.')}>
          <RatesTable caption={t('Past and future pay rates')} items={others} />
        </Panel>
      )}
    </>
  );
}

function generalFirst(one: RateReply, other: RateReply): number {
  const nameOf = ({ cleaner, jobType }: RateReply) => `${cleaner?.fullname ?? ''} ${jobType ?? ''}`;
  return nameOf(one).localeCompare(nameOf(other), 'en');
}

interface RatesTableProps {
  readonly caption: string;
  readonly items: readonly RateReply[];
}

function RatesTable({ caption, items }: RatesTableProps) {
  const { date, money } = useFormat();
  return (
    <PanelTable
      caption={caption}
      items={items}
      columns={[
        { title: t('For'), render: ({ cleaner }) => cleaner?.fullname ?? t('Everyone') },
        {
          title: t('Kind of work'),
          render: ({ jobType }) => (jobType === null ? t('All kinds') : JOB_TYPE_NAMES[jobType]),
        },
        {
          title: t('Per hour'),
          number: true,
          render: ({ centsPerHour }) => (centsPerHour === null ? t('Ends') : money(centsPerHour)),
        },
        { title: t('From'), render: ({ validFrom }) => date(validFrom, 'dated') },
        { title: t('Saved'), render: ({ by, createdAt }) => `${by}, ${date(createdAt, 'dated')}` },
      ]}
    />
  );
}

/** Saves a rate from a day on, for everyone or one cleaner, for all kinds of work or one. */
export function RateDialog({ onClose }: { onClose(): void }) {
  const cleaners = useCleanerOptions();
  const form = useSaveRate(onClose);
  const { ends, cleanerID, jobType } = form.values;
  const isSpecial = cleanerID !== '' || jobType !== '';
  return (
    <Dialog open onClose={onClose} title={t('New pay rate')} closeLabel={t('Close')}>
      <form className="k-stack k-gap-14 k-mt-8" noValidate onSubmit={form.submit}>
        <SelectField
          label={t('For')}
          placeholder={t('Everyone')}
          options={cleaners}
          {...form.text('cleanerID')}
        />
        <SelectField
          label={t('Kind of work')}
          placeholder={t('All kinds')}
          options={JOB_TYPE_OPTIONS}
          {...form.text('jobType')}
        />
        {isSpecial && (
          <Checkbox
            label={t('End this special rate')}
            hint={t('The more general rate applies again.')}
            {...form.flag('ends')}
          />
        )}
        {!(isSpecial && ends) && (
          <TextField label={t('Per hour')} before="S$" inputMode="decimal" {...form.text('amount')} />
        )}
        <DayField
          label={t('From')}
          name="validFrom"
          value={form.values.validFrom}
          onChange={(validFrom) => form.set({ validFrom })}
          error={form.errors.validFrom}
          hint={t('Applies to visits from this day on, including past ones not yet approved.')}
        />
        <SubmitProblem problem={form.problem} />
        <Button type="submit" full busy={form.sending && t('Saving')}>
          {t('Save rate')}
        </Button>
      </form>
    </Dialog>
  );
}

const MAX_CENTS = 100_000;

function useSaveRate(onDone: () => void) {
  const toast = useToast();
  const act = useAct(saveRate, { refresh: PAY_READS });
  return useForm({
    initial: {
      cleanerID: '',
      jobType: '' as JobType | '',
      ends: false,
      amount: '',
      validFrom: `${today().slice(0, 7)}-01`,
    },
    schema: z
      .object({
        cleanerID: z.string(),
        jobType: z.string(),
        ends: z.boolean(),
        amount: z.string(),
        validFrom: z.string().refine(isDay, { error: t('Enter a day like 30/11/2026.') }),
      })
      .refine((values) => isEnding(values) || isPayable(centsOf(values.amount)), {
        path: ['amount'],
        error: t('{{amount_message}} At most S$1,000.00 an hour.', { amount_message: AMOUNT_MESSAGE }),
      }) as never,
    fieldOf: (path) => (path === 'centsPerHour' ? 'amount' : path),
    send: async (values) => {
      const { cleanerID, jobType, amount, validFrom } = values;
      await act.mutateAsync({
        body: {
          cleanerID: cleanerID === '' ? null : cleanerID,
          jobType: jobType === '' ? null : jobType,
          centsPerHour: isEnding(values) ? null : centsOf(amount),
          validFrom,
        },
      });
      toast.show({ text: t('The pay rate is saved.') });
      onDone();
    },
  });
}

interface Scope {
  readonly cleanerID: string;
  readonly jobType: string;
  readonly ends: boolean;
}

/** Everyone's rate for all kinds of work cannot end. */
function isEnding({ cleanerID, jobType, ends }: Scope): boolean {
  return ends && (cleanerID !== '' || jobType !== '');
}

function isPayable(cents: number | null): boolean {
  return cents !== null && cents > 0 && cents <= MAX_CENTS;
}

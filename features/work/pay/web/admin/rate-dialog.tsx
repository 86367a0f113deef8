import { z } from 'zod';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { JOB_TYPE_OPTIONS } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { AMOUNT_MESSAGE, centsOf } from '#features/money/payments/web/parts/amount.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Checkbox, SelectField, TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet as Dialog } from '#platform/web/design/parts/sheet.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { DayField } from '#platform/web/office/day-field.tsx';
import { isDay } from '#platform/web/office/list-state.ts';
import { saveRate } from '../../contract.ts';
import styles from '../parts/pay.module.css';
import { PAY_READS } from '../parts/refresh.ts';
import { useCleanerOptions } from '../parts/use-cleaner-options.ts';

/** Saves a rate from a day on, for everyone or one cleaner, for all kinds of work or one. */
export function RateDialog({ onClose }: { onClose(): void }) {
  const cleaners = useCleanerOptions();
  const form = useSaveRate(onClose);
  const { ends, cleanerID, jobType } = form.values;
  const isSpecial = cleanerID !== '' || jobType !== '';
  return (
    <Dialog open onClose={onClose} title="New pay rate" closeLabel="Close">
      <form className={styles.form} noValidate onSubmit={form.submit}>
        <SelectField label="For" placeholder="Everyone" options={cleaners} {...form.text('cleanerID')} />
        <SelectField
          label="Kind of work"
          placeholder="All kinds"
          options={JOB_TYPE_OPTIONS}
          {...form.text('jobType')}
        />
        {isSpecial && (
          <Checkbox
            label="End this special rate"
            hint="The more general rate applies again."
            {...form.flag('ends')}
          />
        )}
        {!(isSpecial && ends) && (
          <TextField label="Per hour" before="S$" inputMode="decimal" {...form.text('amount')} />
        )}
        <DayField
          label="From"
          name="validFrom"
          value={form.values.validFrom}
          onChange={(validFrom) => form.set({ validFrom })}
          error={form.errors.validFrom}
          hint="Applies to visits from this day on, including past ones not yet approved."
        />
        <SubmitProblem problem={form.problem} />
        <Button type="submit" full busy={form.sending && 'Saving'}>
          Save rate
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
        validFrom: z.string().refine(isDay, { error: 'Enter a day like 30/11/2026.' }),
      })
      .refine((values) => isEnding(values) || isPayable(centsOf(values.amount)), {
        path: ['amount'],
        error: `${AMOUNT_MESSAGE} At most S$1,000.00 an hour.`,
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
      toast.show({ text: 'The pay rate is saved.' });
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

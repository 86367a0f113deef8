import { z } from 'zod';
import { AMOUNT_MESSAGE, centsOf } from '#features/money/payments/web/parts/amount.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { SelectField, TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet as Dialog } from '#platform/web/design/parts/sheet.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import type { HoursLine } from '../../contract/shapes.ts';
import { addExtra } from '../../contract.ts';
import { EXTRA_KINDS, type ExtraKind } from '../../rules/sheet.ts';
import { EXTRA_NAMES, monthTitle } from './pay-labels.ts';
import { PAY_READS } from './pay-reads.ts';
import { useCleanerOptions } from './use-cleaner-options.ts';

interface ExtraDialogProps {
  readonly month: string;
  /** Null: to be chosen. */
  readonly cleaner: { readonly id: string; readonly fullname: string } | null;
  /** Of the cleaner, of which the extra may name one. */
  readonly visits: readonly HoursLine[];
  onClose(): void;
}

const KINDS = EXTRA_KINDS.map((value) => ({ value, label: EXTRA_NAMES[value] }));

/** Adds an extra, a tip or a deduction to a draft. */
export function ExtraDialog(props: ExtraDialogProps) {
  const { month, cleaner, visits, onClose } = props;
  const { date, time } = useFormat();
  const cleaners = useCleanerOptions();
  const form = useAddExtra(props);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Add to {{monthTitle}}', { monthTitle: monthTitle(month) })}
      closeLabel={t('Close')}
    >
      <form className="k-stack k-gap-14 k-mt-8" noValidate onSubmit={form.submit}>
        {cleaner === null ? (
          <SelectField
            label={t('Cleaner')}
            placeholder={t('Choose a cleaner')}
            options={cleaners}
            {...form.text('cleanerID')}
          />
        ) : (
          <p className="k-muted">{t('For {{fullname}}.', { fullname: cleaner.fullname })}</p>
        )}
        <Segments<ExtraKind>
          label={t('Kind')}
          value={form.values.kind}
          onChange={(kind) => form.set({ kind })}
          options={KINDS}
          error={form.errors.kind}
        />
        <TextField label={t('Amount')} before="S$" inputMode="decimal" {...form.text('amount')} />
        <TextArea
          label={t('Reason')}
          rows={2}
          maxLength={300}
          hint={t('Included in the file, for example “Public holiday” or “Tip from the customer”.')}
          {...form.text('reason')}
        />
        {visits.length > 0 && (
          <SelectField
            label={t('Visit')}
            aside={t('Optional')}
            placeholder={t('None')}
            options={visits.map(({ jobID, number, startTime }) => ({
              value: jobID,
              label: `${date(startTime)}, ${time(startTime)} (#${number})`,
            }))}
            {...form.text('jobID')}
          />
        )}
        <SubmitProblem problem={form.problem} />
        <Button type="submit" full busy={form.sending && t('Adding')}>
          {t('Add {{toLowerCase}}', { toLowerCase: EXTRA_NAMES[form.values.kind].toLowerCase() })}
        </Button>
      </form>
    </Dialog>
  );
}

function useAddExtra({ month, cleaner, onClose }: ExtraDialogProps) {
  const { money } = useFormat();
  const toast = useToast();
  const act = useAct(addExtra, { refresh: PAY_READS });
  return useForm<{ cleanerID: string; kind: ExtraKind; amount: string; reason: string; jobID: string }>({
    initial: { cleanerID: cleaner?.id ?? '', kind: 'tip', amount: '', reason: '', jobID: '' },
    draft: `pay extra ${month} ${cleaner?.id ?? ''}`,
    schema: z.object({
      cleanerID: z.string().min(1, { error: t('Choose a cleaner.') }),
      kind: z.enum(EXTRA_KINDS),
      amount: z.string().refine((typed) => (centsOf(typed) ?? 0) > 0, { error: AMOUNT_MESSAGE }),
      reason: z.string().refine((typed) => typed.trim() !== '', { error: t('Say what it is for.') }),
      jobID: z.string(),
    }),
    send: async ({ cleanerID, kind, amount, reason, jobID }) => {
      const cents = centsOf(amount) ?? 0;
      await act.mutateAsync({
        body: {
          month,
          cleanerID,
          kind,
          amount: cents,
          reason: reason.trim(),
          ...(jobID !== '' && { jobID }),
        },
      });
      toast.show({
        text: t('{{value}} of {{money}} added.', { value: EXTRA_NAMES[kind], money: money(cents) }),
      });
      onClose();
    },
  });
}

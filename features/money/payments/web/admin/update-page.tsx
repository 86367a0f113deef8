import { z } from 'zod';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { UnsavedGuard } from '#platform/web/forms/unsaved-guard.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { EditableBy } from '#platform/web/office/editable-by.tsx';
import { Panel } from '#platform/web/office/record.tsx';
import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { type TransactionReply, updateTransaction } from '../../contract.ts';
import { AMOUNT_MESSAGE, centsOf, dollarsOf } from '../parts/amount.ts';
import styles from '../parts/money.module.css';
import { TRANSACTIONS } from '../parts/transaction.ts';

/** /admin/transactions/:transactionID/update */
export function Component() {
  return <RecordFrame of={TRANSACTIONS}>{(item) => <TransactionUpdateForm item={item} />}</RecordFrame>;
}

/** Edits the note, and the amount of a manual entry that was not refunded. */
function TransactionUpdateForm({ item }: { readonly item: TransactionReply }) {
  const mayChangeAmount = item.type === 'manual' && item.refunded === 0;
  const toast = useToast();
  const act = useAct(updateTransaction, { refresh: TRANSACTIONS.refresh });
  const form = useForm({
    initial: { amount: dollarsOf(item.total), details: item.details },
    draft: 'transaction',
    schema: z.object({
      amount: z.string().refine((typed) => Boolean(centsOf(typed)), { error: AMOUNT_MESSAGE }),
      details: z.string(),
    }),
    send: async ({ amount, details }) => {
      const total = mayChangeAmount ? { total: centsOf(amount) ?? 0 } : {};
      await act.mutateAsync({ params: { id: item.id }, body: { details: details.trim(), ...total } });
      toast.show({ text: t('Saved.') });
    },
  });
  return (
    <Panel
      title={t('Change')}
      note={mayChangeAmount ? undefined : t('The amount is fixed. Refund the payment, or add an adjustment.')}
    >
      <EditableBy call={updateTransaction}>
        <form className={`k-stack k-gap-14 ${styles.narrow}`} noValidate onSubmit={form.submit}>
          <UnsavedGuard when={form.changed && !form.sending} />
          {mayChangeAmount && (
            <TextField label={t('Amount')} before="S$" inputMode="decimal" {...form.text('amount')} />
          )}
          <TextArea label={t('Note')} rows={3} maxLength={500} {...form.text('details')} />
          <SubmitProblem problem={form.problem} />
          <div>
            <Button type="submit" busy={form.sending && t('Saving')}>
              {t('Save transaction')}
            </Button>
          </div>
        </form>
      </EditableBy>
    </Panel>
  );
}

import { z } from 'zod';
import { createTransaction } from '#features/money/payments/contract.ts';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { JOB_READS } from '#features/work/jobs/web/office/job-frame.tsx';
import { owedIn } from '#features/work/jobs/web/office/job-labels.ts';
import { useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { payCharge, waiveCharge } from '../../../contract.ts';

const WAYS = ['card', 'paynow', 'cash', 'bank', 'waive'] as const;
type Way = (typeof WAYS)[number];

const OPTIONS = [
  { value: 'card', label: t('Saved card'), note: t('Charged at once.') },
  { value: 'paynow', label: t('PayNow'), note: t('You have received the money.') },
  { value: 'cash', label: t('Cash'), note: t('You have received the money.') },
  { value: 'bank', label: t('Bank transfer'), note: t('You have received the money.') },
  { value: 'waive', label: t('Waive'), note: t('The customer owes nothing any more.') },
] as const;

interface OwedSheetProps {
  readonly job: Job;
  onClose(): void;
}

/** Takes the payment for everything that a visit owes besides its price, or waives it. */
export function OwedSheet({ job, onClose }: OwedSheetProps) {
  const { money } = useFormat();
  const form = useTakeOwed(job, onClose);
  const amount = money(owedIn(job));
  const { how } = form.values;
  return (
    <Sheet open onClose={onClose} title={t('Take or waive')} closeLabel={t('Close')}>
      <form className="k-stack k-gap-14 k-mt-10" noValidate onSubmit={form.submit}>
        <p>{t('{{fullname}} owes {{sum}}.', { fullname: job.customer.fullname, sum: amount })}</p>
        <RadioRows<Way>
          label={t('How to pay')}
          value={how}
          onChange={(way) => form.set({ how: way })}
          options={OPTIONS}
        />
        {how === 'waive' && (
          <TextField
            label={t('Reason')}
            maxLength={300}
            hint={t('Kept on record. The customer does not see it.')}
            {...form.text('reason')}
          />
        )}
        <SubmitProblem problem={form.problem} />
        <Button type="submit" full busy={form.sending && t('Saving')}>
          {how === 'card' && t('Charge {{money}}', { money: amount })}
          {how === 'waive' && t('Waive {{amount}}', { amount })}
          {how !== 'card' && how !== 'waive' && t('Record {{money}}', { money: amount })}
        </Button>
      </form>
    </Sheet>
  );
}

function useTakeOwed(job: Job, onDone: () => void) {
  const toast = useToast();
  const refresh = { refresh: JOB_READS };
  const [pay, waive, record] = [
    useAct(payCharge, refresh),
    useAct(waiveCharge, refresh),
    useAct(createTransaction, refresh),
  ];
  return useForm<{ how: Way; reason: string }>({
    initial: { how: 'card', reason: '' },
    schema: z
      .object({ how: z.enum(WAYS), reason: z.string() })
      .refine(({ how, reason }) => how !== 'waive' || reason.trim() !== '', {
        path: ['reason'],
        error: t('Give a reason for waiving it.'),
      }),
    send: async ({ how, reason }) => {
      const owed = (job.charges ?? []).filter(({ endedAs }) => endedAs === null);
      if (how === 'card' || how === 'waive') {
        for (const { id } of owed) {
          if (how === 'card') await pay.mutateAsync({ params: { id }, body: { picked: true } });
          else await waive.mutateAsync({ params: { id }, body: { reason: reason.trim() } });
        }
      } else {
        const { id: jobID, customerID } = job;
        await record.mutateAsync({ body: { customerID, jobID, total: owedIn(job), method: how } });
      }
      toast.show({ text: t('Saved.') });
      onDone();
    },
  });
}

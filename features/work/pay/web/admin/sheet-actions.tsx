import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#platform/web/api/api-error.ts';
import { keyOf, useAct } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextArea } from '#platform/web/design/parts/field.tsx';
import { Sheet as Dialog } from '#platform/web/design/parts/sheet.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { useMay } from '#platform/web/session/use-may.ts';
import type { Sheet } from '../../contract/shapes.ts';
import { approveSheet, getSheet, lockSheet, reopenSheet } from '../../contract.ts';
import { changePay } from '../../rules/policy.ts';
import { ExtraDialog } from './extra-dialog.tsx';
import { addMonths, countText, durationText, flagsText, monthTitle } from './pay-labels.ts';
import { PAY_READS } from './pay-reads.ts';

interface SheetProps {
  readonly sheet: Sheet;
}

type Asking = 'extra' | 'approve' | 'reopen' | 'lock' | null;

/** Add to a draft and approve it; reopen or lock what is approved. */
export function SheetActions({ sheet }: SheetProps) {
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  if (!useMay(changePay)) return null;
  return (
    <>
      {sheet.status === 'draft' && (
        <>
          <Button kind="quiet" size="small" onClick={() => setAsking('extra')}>
            {t('Add extra or tip')}
          </Button>
          <Button size="small" disabledReason={whyNotYet(sheet)} onClick={() => setAsking('approve')}>
            {t('Approve')}
          </Button>
        </>
      )}
      {sheet.status === 'approved' && (
        <>
          <Button kind="quiet" size="small" onClick={() => setAsking('reopen')}>
            {t('Reopen')}
          </Button>
          <Button size="small" onClick={() => setAsking('lock')}>
            {t('Lock')}
          </Button>
        </>
      )}
      {asking === 'extra' && <ExtraDialog month={sheet.month} cleaner={null} visits={[]} onClose={close} />}
      {asking === 'approve' && <ApproveDialog sheet={sheet} onClose={close} />}
      {asking === 'reopen' && <ReopenDialog sheet={sheet} onClose={close} />}
      {asking === 'lock' && <LockDialog sheet={sheet} onClose={close} />}
    </>
  );
}

function whyNotYet({ month, isOver, totals }: Sheet): string | undefined {
  if (!isOver) return t('Approve from 1 {{monthTitle}}', { monthTitle: monthTitle(addMonths(month, 1)) });
  return totals.noRate > 0 ? t('Set the pay rates first') : undefined;
}

interface DialogProps extends SheetProps {
  onClose(): void;
}

function ApproveDialog({ sheet, onClose }: DialogProps) {
  const { money } = useFormat();
  const toast = useToast();
  const client = useQueryClient();
  const { month, totals, version } = sheet;
  const { flags } = totals;
  const act = useAct(approveSheet, { refresh: PAY_READS });
  const form = useForm({
    initial: {},
    send: async () => {
      try {
        await act.mutateAsync({ params: { month }, body: { version: version ?? '' } });
      } catch (error) {
        // The page behind shows the sheet as it is now.
        await client.invalidateQueries({ queryKey: keyOf(getSheet) });
        throw explained(error, money);
      }
      toast.show({ text: t('{{monthTitle}} is approved.', { monthTitle: monthTitle(month) }) });
      onClose();
    },
  });
  const unclocked = flags['no-clock-in'] + flags['no-clock-out'] + flags.implausible;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Approve {{monthTitle}}', { monthTitle: monthTitle(month) })}
      closeLabel={t('Close')}
    >
      <form className="k-stack k-gap-14 k-mt-8" noValidate onSubmit={form.submit}>
        <p className="k-muted">
          {t('{{value}}Later changes to visits or rates will not affect it.', {
            value: `${countText(totals.cleaners, 'cleaner')}, ${countText(totals.visits, 'visit')}, ${durationText(totals.paidMinutes)}. `,
          })}
        </p>
        {flagsText(flags) !== '' && (
          <p className="k-muted">{t('Check these: {{flags}}.', { flags: flagsText(flags) })}</p>
        )}
        {unclocked > 0 && (
          <p className="k-muted">
            {unclocked === 1
              ? t('{{count}} without a plausible clock-in and clock-out is paid as planned.', {
                  count: countText(unclocked, 'visit'),
                })
              : t('{{count}} without a plausible clock-in and clock-out are paid as planned.', {
                  count: countText(unclocked, 'visit'),
                })}
          </p>
        )}
        <SubmitProblem problem={form.problem} />
        <Button type="submit" full busy={form.sending && t('Approving')}>
          {t('Approve {{money}}', { money: money(totals.total) })}
        </Button>
      </form>
    </Dialog>
  );
}

/** A sheet that has changed meanwhile: with its total now, which the page behind shows too. */
function explained(error: unknown, money: (cents: number) => string): Error {
  if (!(error instanceof ApiError)) return new Error('The sheet could not be approved.');
  const { total } = error.extensions as { readonly total?: number };
  if (error.code !== 'sheet_changed' || total === undefined) return error;
  return new Error(
    `The sheet has changed since you opened it. The total is now ${money(total)}. Check it again.`,
  );
}

function ReopenDialog({ sheet: { month }, onClose }: DialogProps) {
  const toast = useToast();
  const act = useAct(reopenSheet, { refresh: PAY_READS });
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' && t('Give a reason for reopening it.') }),
    send: async ({ reason }) => {
      await act.mutateAsync({ params: { month }, body: { reason: reason.trim() } });
      toast.show({ text: t('{{monthTitle}} is a draft again.', { monthTitle: monthTitle(month) }) });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Reopen {{monthTitle}}', { monthTitle: monthTitle(month) })}
      closeLabel={t('Close')}
    >
      <form className="k-stack k-gap-14 k-mt-8" noValidate onSubmit={form.submit}>
        <p className="k-muted">
          {t('It becomes a draft, computed again from the clock events and pay rates.')}
        </p>
        <TextArea
          label={t('Reason')}
          rows={2}
          maxLength={300}
          hint={t('Kept in the history.')}
          {...form.text('reason')}
        />
        <SubmitProblem problem={form.problem} />
        <Button type="submit" full busy={form.sending && t('Reopening')}>
          {t('Reopen')}
        </Button>
      </form>
    </Dialog>
  );
}

function LockDialog({ sheet: { month, totals }, onClose }: DialogProps) {
  const { money } = useFormat();
  const toast = useToast();
  const act = useAct(lockSheet, { refresh: PAY_READS });
  const form = useForm({
    initial: {},
    send: async () => {
      await act.mutateAsync({ params: { month }, body: {} });
      toast.show({ text: t('{{monthTitle}} is locked.', { monthTitle: monthTitle(month) }) });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('Lock {{monthTitle}}', { monthTitle: monthTitle(month) })}
      closeLabel={t('Close')}
    >
      <form className="k-stack k-gap-14 k-mt-8" noValidate onSubmit={form.submit}>
        <p className="k-muted">
          {t(
            'Lock it once it has been paid. Nobody can change or reopen it afterwards; corrections go into a later month.',
          )}
        </p>
        <SubmitProblem problem={form.problem} />
        <Button type="submit" full busy={form.sending && t('Locking')}>
          {t('Lock {{money}}', { money: money(totals.total) })}
        </Button>
      </form>
    </Dialog>
  );
}

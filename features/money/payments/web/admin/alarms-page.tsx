import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { z } from 'zod';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows, Segments } from '#platform/web/design/parts/choice.tsx';
import { TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { useToast } from '#platform/web/design/parts/toast.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { FactList, Loaded, Panel, RecordPage } from '#platform/web/office/record.tsx';
import { useMay } from '#platform/web/session/use-may.ts';
import { type AlarmReply, listPaymentAlarms, resolvePaymentAlarm } from '../../contract.ts';
import { RESOLUTIONS, type Resolution, whyNotResolved } from '../../rules/alarm.ts';
import { changeTransaction } from '../../rules/policy.ts';
import { AMOUNT_MESSAGE, centsOf } from '../parts/amount.ts';
import { ALARM_NAMES, RESOLUTION_NAMES } from '../parts/labels.ts';
import { TRANSACTIONS } from '../parts/transaction.ts';

type State = 'open' | 'settled';
const STATES = [
  // With a space: another sense of the word.
  { value: 'open', label: t('Open', { context: 'problem' }) },
  { value: 'settled', label: t('Resolved') },
] as const;
/** More than are ever open at once; older ones are found by date. */
const MAX_ALARMS = 200;

/** /admin/transactions/alarms: payments that need attention, oldest first. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const state: State = params.get('state') === 'settled' ? 'settled' : 'open';
  const [resolving, setResolving] = useState<AlarmReply | null>(null);
  const sort =
    state === 'open'
      ? ({ sortby: 'raisedAt', order: 'asc' } as const)
      : ({ sortby: 'settledAt', order: 'desc' } as const);
  const alarms = useCall(listPaymentAlarms, { query: { state, size: MAX_ALARMS, ...sort } });
  return (
    <RecordPage
      list={TRANSACTIONS}
      title={t('Payment problems')}
      subtitle={t('Payments that did not go as expected.')}
    >
      <div className="k-row k-wrap k-between k-gap-10 k-mb-14">
        <Segments<State>
          label={t('Payment problems')}
          hideLabel
          value={state}
          onChange={(next) => setParams(next === 'open' ? {} : { state: next })}
          options={STATES}
        />
      </div>
      <Loaded query={alarms} what={t('the payment problems')}>
        {({ items }) =>
          items.length === 0 ? (
            <NoAlarms state={state} />
          ) : (
            <ul className="k-stack k-gap-14">
              {items.map((alarm) => (
                <li key={alarm.id}>
                  <Alarm alarm={alarm} onResolve={() => setResolving(alarm)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {resolving && <ResolveAlarmSheet alarm={resolving} onClose={() => setResolving(null)} />}
    </RecordPage>
  );
}

function NoAlarms({ state }: { readonly state: State }) {
  return state === 'open' ? (
    <EmptyState title={t('No payments need attention.')} level={2}>
      {t('When a payment goes wrong, it shows up here.')}
    </EmptyState>
  ) : (
    <EmptyState title={t('No payment problem has been resolved yet.')} level={2}>
      {t('Resolved problems stay here, with who resolved them and why.')}
    </EmptyState>
  );
}

function Alarm({ alarm, onResolve }: { readonly alarm: AlarmReply; onResolve(): void }) {
  const { date, time, money } = useFormat();
  const at = (wire: string) => `${date(wire)}, ${time(wire)}`;
  const mayResolve = useMay(changeTransaction);
  const resolve = mayResolve && alarm.resolution === null && (
    <Button kind="quiet" size="small" onClick={onResolve}>
      {t('Resolve')}
    </Button>
  );
  return (
    <Panel title={ALARM_NAMES[alarm.kind]} note={at(alarm.raisedAt)} end={resolve}>
      <p>{alarm.why}</p>
      <FactList
        facts={{
          Customer: alarm.customer?.fullname,
          Amount: alarm.cents === null ? t('See the provider') : money(alarm.cents),
          ...(alarm.jobs.length > 0 && { Visits: <VisitLinks alarm={alarm} /> }),
          ...(alarm.transactionID !== null && {
            Transaction: <TransactionLink id={alarm.transactionID} text={t('See the transaction')} />,
          }),
          'Provider reference': alarm.paymentIntentID,
          ...(alarm.resolution !== null && {
            Resolved: `${RESOLUTION_NAMES[alarm.resolution]}. ${alarm.settledAt === null ? '' : at(alarm.settledAt)}`,
            Reason: alarm.reason,
          }),
          ...(alarm.settledTransactionID !== null && {
            Recorded: <TransactionLink id={alarm.settledTransactionID} text={t('See what was recorded')} />,
          }),
        }}
      />
    </Panel>
  );
}

function VisitLinks({ alarm }: { readonly alarm: AlarmReply }) {
  const { money } = useFormat();
  return alarm.jobs.map(({ jobID, cents }, index) => (
    <span key={jobID}>
      {index > 0 && ', '}
      <Link to={`/admin/jobs/${jobID}/view`}>{t('Visit {{index}}', { index: index + 1 })}</Link>{' '}
      {money(cents)}
    </span>
  ));
}

function TransactionLink({ id, text }: { readonly id: string; readonly text: string }) {
  return <Link to={`${TRANSACTIONS.home}/${id}/view`}>{text}</Link>;
}

interface ResolveAlarmSheetProps {
  readonly alarm: AlarmReply;
  onClose(): void;
}

/** Records how an alarm was resolved. Moves no money: that is done at the provider first. */
function ResolveAlarmSheet({ alarm, onClose }: ResolveAlarmSheetProps) {
  const form = useResolve(alarm, onClose);
  const { resolution } = form.values;
  const needsAmount = alarm.cents === null && resolution !== 'not_charged' && resolution !== '';
  return (
    <Sheet open onClose={onClose} title={t('Resolve this payment problem')} closeLabel={t('Close')}>
      <p className="k-mb-12 k-muted">
        {t(
          'Look up the payment at the provider and act there first, then record what happened here. This moves no money.',
        )}
      </p>
      <form className="k-stack k-gap-14" noValidate onSubmit={form.submit}>
        <RadioRows<Resolution>
          label={t('What happened')}
          value={resolution === '' ? null : resolution}
          onChange={(next) => form.set({ resolution: next })}
          options={choicesOf(alarm)}
          error={form.errors.resolution}
        />
        {needsAmount && (
          <TextField
            label={t('Amount')}
            before="S$"
            inputMode="decimal"
            hint={t('As shown by the provider.')}
            {...form.text('amount')}
          />
        )}
        <TextArea
          label={t('Reason')}
          rows={3}
          maxLength={500}
          hint={t('What you looked at and what you did. Kept with your name.')}
          {...form.text('reason')}
        />
        <SubmitProblem problem={form.problem} />
        <Button type="submit" full busy={form.sending && t('Resolving')}>
          {t('Resolve')}
        </Button>
      </form>
    </Sheet>
  );
}

/** The resolutions that the server would accept. */
function choicesOf({ kind, cents }: AlarmReply) {
  const amount = cents ?? 1;
  return RESOLUTIONS.filter((resolution) => {
    const decision = { resolution, ...(resolution !== 'not_charged' && { amount }) };
    return whyNotResolved({ kind, cents }, decision)?.path !== 'resolution';
  }).map((value) => ({ value, label: RESOLUTION_NAMES[value] }));
}

function useResolve(alarm: AlarmReply, onDone: () => void) {
  const toast = useToast();
  const act = useAct(resolvePaymentAlarm, { refresh: [listPaymentAlarms, ...TRANSACTIONS.refresh] });
  return useForm<{ resolution: Resolution | ''; amount: string; reason: string }>({
    initial: { resolution: '', amount: '', reason: '' },
    draft: `payment problem ${alarm.id}`,
    schema: z
      .object({ resolution: z.string(), amount: z.string(), reason: z.string() })
      .refine(({ resolution }) => resolution !== '', {
        path: ['resolution'],
        error: t('Choose what happened to the money.'),
      })
      .refine(({ reason }) => reason.trim() !== '', { path: ['reason'], error: t('Say what you did.') })
      .refine(
        ({ resolution, amount }) => alarm.cents !== null || resolution === 'not_charged' || centsOf(amount),
        {
          path: ['amount'],
          error: AMOUNT_MESSAGE,
        },
      ) as never,
    send: async ({ resolution, amount, reason }) => {
      if (resolution === '') return;
      const cents = alarm.cents === null && resolution !== 'not_charged' ? centsOf(amount) : null;
      await act.mutateAsync({
        params: { id: alarm.id },
        body: { resolution, reason: reason.trim(), ...(cents !== null && { amount: cents }) },
      });
      toast.show({ text: t('The payment problem is resolved.') });
      onDone();
    },
  });
}

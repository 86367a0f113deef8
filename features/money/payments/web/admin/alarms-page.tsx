import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Segments } from '#platform/web/design/parts/choice.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { Facts, Loaded, Panel, RecordPage } from '#platform/web/office/record.tsx';
import { useMay } from '#platform/web/session/use-may.ts';
import { type AlarmReply, listPaymentAlarms } from '../../contract.ts';
import { changeTransaction } from '../../rules/policy.ts';
import styles from '../parts/money.module.css';
import { TRANSACTIONS } from '../parts/transaction.ts';
import { ALARM_NAMES, RESOLUTION_NAMES } from '../parts/words.ts';
import { ResolveAlarmSheet } from './resolve-alarm-sheet.tsx';

type State = 'open' | 'settled';
const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'settled', label: 'Resolved' },
] as const;
/** More than are ever open at once; older ones are found by date. */
const MOST = 200;

/** /admin/transactions/alarms: payments that need attention, oldest first. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const state: State = params.get('state') === 'settled' ? 'settled' : 'open';
  const [resolving, setResolving] = useState<AlarmReply | null>(null);
  const sort =
    state === 'open'
      ? ({ sortby: 'raisedAt', order: 'asc' } as const)
      : ({ sortby: 'settledAt', order: 'desc' } as const);
  const alarms = useCall(listPaymentAlarms, { query: { state, size: MOST, ...sort } });
  return (
    <RecordPage list={TRANSACTIONS} title="Payment problems" subtitle="Payments that did not go as expected.">
      <div className={styles.head}>
        <Segments<State>
          label="Payment problems"
          hideLabel
          value={state}
          onChange={(next) => setParams(next === 'open' ? {} : { state: next })}
          options={STATES}
        />
      </div>
      <Loaded query={alarms} what="the payment problems">
        {({ items }) =>
          items.length === 0 ? (
            <NoAlarms state={state} />
          ) : (
            <ul className={styles.alarms}>
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
    <EmptyState title="No payments need attention." level={2}>
      When a payment goes wrong, it shows up here.
    </EmptyState>
  ) : (
    <EmptyState title="No payment problem has been resolved yet." level={2}>
      Resolved problems stay here, with who resolved them and why.
    </EmptyState>
  );
}

function Alarm({ alarm, onResolve }: { readonly alarm: AlarmReply; onResolve(): void }) {
  const { date, time, money } = useFormat();
  const at = (wire: string) => `${date(wire)}, ${time(wire)}`;
  const mayResolve = useMay(changeTransaction);
  const resolve = mayResolve && alarm.resolution === null && (
    <Button kind="quiet" size="small" onClick={onResolve}>
      Resolve
    </Button>
  );
  return (
    <Panel title={ALARM_NAMES[alarm.kind]} note={at(alarm.raisedAt)} end={resolve}>
      <p>{alarm.why}</p>
      <Facts
        facts={{
          Customer: alarm.customer?.fullname,
          Amount: alarm.cents === null ? 'See the provider' : money(alarm.cents),
          ...(alarm.jobs.length > 0 && { Visits: <VisitLinks alarm={alarm} /> }),
          ...(alarm.transactionID !== null && {
            Transaction: <TransactionLink id={alarm.transactionID} text="See the transaction" />,
          }),
          'Provider reference': alarm.paymentIntentID,
          ...(alarm.resolution !== null && {
            Resolved: `${RESOLUTION_NAMES[alarm.resolution]}. ${alarm.settledAt === null ? '' : at(alarm.settledAt)}`,
            Reason: alarm.reason,
          }),
          ...(alarm.settledTransactionID !== null && {
            Recorded: <TransactionLink id={alarm.settledTransactionID} text="See what was recorded" />,
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
      <Link to={`/admin/jobs/${jobID}/view`}>Visit {index + 1}</Link> {money(cents)}
    </span>
  ));
}

function TransactionLink({ id, text }: { readonly id: string; readonly text: string }) {
  return <Link to={`${TRANSACTIONS.home}/${id}/view`}>{text}</Link>;
}

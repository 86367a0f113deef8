import type { Cents } from '#platform/kernel/money.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { type AlarmKind, wakesSomebody } from '../rules/alarm.ts';
import type { Allocation } from '../rules/allocation.ts';

export interface NewAlarm {
  readonly kind: AlarmKind;
  /** A sentence for the office. */
  readonly why: string;
  readonly attemptID?: string | null;
  readonly transactionID?: string | null;
  readonly customerID?: string | null;
  readonly paymentIntentID?: string | null;
  /** The provider's id of the refund or dispute; for our own refunds, our id. */
  readonly providerRef?: string | null;
  /** Cents taken; null if unknown or not Singapore dollars. */
  readonly cents?: Cents | null;
  /** The jobs that could not take the money, with each one's share. */
  readonly jobs?: readonly Allocation[];
}

type AlarmNews = Pick<NewAlarm, 'kind' | 'why' | 'attemptID' | 'paymentIntentID'> & {
  readonly alarmID: string;
};

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    'report-payment-alarm': AlarmNews;
  }
}

/**
 * Saves that the office must look at a payment, and pages someone after commit, since a transaction may be
 * rolled back or retried. The same payment raises the same alarm once, even after it was resolved: then this
 * returns false.
 */
export async function raiseAlarm(tx: Tx, alarm: NewAlarm): Promise<boolean> {
  const id = tx.newID();
  const jobs = (alarm.jobs ?? []).map(({ jobID, cents }) => ({ jobID, cents }));
  const raised = await tx.db
    .insertInto('payment_alarm')
    .values({
      id,
      kind: alarm.kind,
      attemptID: alarm.attemptID ?? null,
      transactionID: alarm.transactionID ?? null,
      customerID: alarm.customerID ?? null,
      stripePiID: alarm.paymentIntentID ?? null,
      providerRef: alarm.providerRef ?? null,
      cents: alarm.cents ?? null,
      why: alarm.why,
      jobs: JSON.stringify(jobs),
      raisedAt: tx.clock.now().toString(),
    })
    .onConflict((conflict) => conflict.constraint('payment_alarm_once').doNothing())
    .executeTakeFirst();
  if (raised.numInsertedOrUpdatedRows === 0n) return false;
  const { kind, why, attemptID = null, paymentIntentID = null } = alarm;
  if (wakesSomebody(kind)) {
    const news = { alarmID: id, kind, why, attemptID, paymentIntentID };
    await tx.outbox.publish(tx, 'report-payment-alarm', news);
  }
  await audit(tx, {
    action: 'payment.alarm',
    subject: { kind: 'payment_alarm', id },
    after: { kind, attemptID, transactionID: alarm.transactionID, cents: alarm.cents },
    reason: why,
  });
  return true;
}

/** Logs the alarm so that it pages someone. */
export async function reportAlarm(ctx: Context, news: AlarmNews): Promise<void> {
  ctx.log.error({ wake: true, ...news }, 'payment alarm raised: see docs/runbook/payment-alarms.md');
}

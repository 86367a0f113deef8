import type { Cents } from '#platform/kernel/money.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { type AlarmKind, wakesSomebody } from '../rules/alarm.ts';
import type { Allocation } from '../rules/allocation.ts';

export interface NewAlarm {
  readonly kind: AlarmKind;
  /** A sentence for the office. */
  readonly why: string;
  readonly attemptId?: string | null;
  readonly transactionId?: string | null;
  readonly customerId?: string | null;
  readonly paymentIntentId?: string | null;
  /** The refund or dispute that it is about, at the provider; our own refund by our id. */
  readonly providerRef?: string | null;
  /** Cents that were taken; null where they are not known, or not Singapore dollars. */
  readonly cents?: Cents | null;
  /** The jobs that could not take the money, and how much of it each. */
  readonly jobs?: readonly Allocation[];
}

type AlarmNews = Pick<NewAlarm, 'kind' | 'why' | 'attemptId' | 'paymentIntentId'> & {
  readonly alarmId: string;
};

declare module '#platform/server/outbox.ts' {
  interface TaskPayloads {
    'report-payment-alarm': AlarmNews;
  }
}

/**
 * Writes down that a person must look, and wakes someone once that is committed: a transaction may be undone, or tried
 * again. The same payment raises the same alarm once, also after it was settled: false then.
 */
export async function raiseAlarm(tx: Tx, alarm: NewAlarm): Promise<boolean> {
  const id = tx.newId();
  const jobs = (alarm.jobs ?? []).map(({ jobId, cents }) => ({ jobID: jobId, cents }));
  const raised = await tx.db
    .insertInto('payment_alarm')
    .values({
      id,
      kind: alarm.kind,
      attempt_id: alarm.attemptId ?? null,
      transaction_id: alarm.transactionId ?? null,
      customer_id: alarm.customerId ?? null,
      stripe_pi_id: alarm.paymentIntentId ?? null,
      provider_ref: alarm.providerRef ?? null,
      cents: alarm.cents ?? null,
      why: alarm.why,
      jobs: JSON.stringify(jobs),
      raised_at: tx.clock.now().toString(),
    })
    .onConflict((conflict) => conflict.constraint('payment_alarm_once').doNothing())
    .executeTakeFirst();
  if (raised.numInsertedOrUpdatedRows === 0n) return false;
  const { kind, why, attemptId = null, paymentIntentId = null } = alarm;
  if (wakesSomebody(kind)) {
    const news = { alarmId: id, kind, why, attemptId, paymentIntentId };
    await tx.outbox.announce(tx, 'report-payment-alarm', news);
  }
  await audit(tx, {
    action: 'payment.alarm',
    subject: { kind: 'payment_alarm', id },
    after: { kind, attemptId, transactionId: alarm.transactionId, cents: alarm.cents },
    reason: why,
  });
  return true;
}

/** The line in the log that wakes somebody. */
export async function reportAlarm(ctx: Context, news: AlarmNews): Promise<void> {
  ctx.log.error({ wake: true, ...news }, 'a payment needs a person: docs/runbook/payment-alarms.md');
}

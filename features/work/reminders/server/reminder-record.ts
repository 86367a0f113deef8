import type { Context, Tx } from '#platform/server/context.ts';

export type ReminderKind = 'visit' | 'changes' | 'hold' | 'ended-hold';

/** The subject of a reminder: this visit or hold at this time. */
export interface Moment {
  readonly kind: ReminderKind;
  readonly aboutId: string;
  /** As PostgreSQL formats times. */
  readonly aboutTime: string;
}

/** Retention of decisions, which are useless long after their time. */
const RETENTION = Temporal.Duration.from({ hours: 90 * 24 });

/** Records that a reminder has been decided. False if it already was. */
export async function decide(tx: Tx, { kind, aboutId, aboutTime }: Moment): Promise<boolean> {
  const written = await tx.db
    .insertInto('reminder')
    .values({ kind, about_id: aboutId, about_time: aboutTime, decided_at: tx.clock.now().toString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return written.numInsertedOrUpdatedRows === 1n;
}

/** Cron job. */
export async function purgeDecided({ db, clock }: Context): Promise<void> {
  const limit = clock.now().subtract(RETENTION).toString();
  await db.deleteFrom('reminder').where('decided_at', '<', limit).execute();
}

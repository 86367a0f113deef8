import type { Context, Tx } from '#platform/server/context.ts';

export type ReminderKind = 'visit' | 'hold' | 'ended-hold';

/** What a moment asks for: the reminder of this visit at this time. */
export interface Moment {
  readonly kind: ReminderKind;
  readonly aboutId: string;
  /** As PostgreSQL writes times. */
  readonly aboutTime: string;
}

/** Decisions are of no use once their moment has long passed. */
const KEPT = Temporal.Duration.from({ hours: 90 * 24 });

/** Writes down that a moment is decided. False for whoever comes second: it is decided already. */
export async function decide(tx: Tx, { kind, aboutId, aboutTime }: Moment): Promise<boolean> {
  const written = await tx.db
    .insertInto('reminder')
    .values({ kind, about_id: aboutId, about_time: aboutTime, decided_at: tx.clock.now().toString() })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return written.numInsertedOrUpdatedRows === 1n;
}

/** A sweep. */
export async function purgeDecided({ db, clock }: Context): Promise<void> {
  const limit = clock.now().subtract(KEPT).toString();
  await db.deleteFrom('reminder').where('decided_at', '<', limit).execute();
}

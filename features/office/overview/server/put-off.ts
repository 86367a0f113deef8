import type { z } from 'zod';
import { idOf } from '#platform/kernel/actor.ts';
import { dayBounds, dayOf, instantToWire, readInstant } from '#platform/kernel/business-time.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { noChange } from '#platform/server/audit.ts';
import type { Context, ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { NeedRow } from '../contract/needs.ts';
import type { putOffNeeds as call } from '../contract.ts';
import { isLaterToday } from '../rules/later-today.ts';

/** The rows that the caller has put off, by `keyOfNeed`. */
export async function findPutOff({ db, actor, clock }: Context): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('need_put_off')
    .select('need')
    .where('admin_id', '=', idOf(actor))
    .where('until', '>', clock.now().toString())
    .execute();
  return new Set(rows.map(({ need }) => need));
}

export function keyOfNeed(need: NeedRow): string {
  return keyOf({ ...need, ...(need.kind === 'lost-work' && { cleanerID: need.cleaner.id }) });
}

function keyOf({ kind, id, cleanerID = '' }: { kind: string; id: string; cleanerID?: string | undefined }) {
  return `${kind} ${id} ${cleanerID}`.trim();
}

/** Puts a row off for the caller, or shows it again. Nothing of the business changes. */
export async function putOff(
  ctx: ContextOf<'admin'>,
  { until: asked, ...row }: z.output<typeof call.body>,
): Promise<z.output<typeof call.reply> | Refusal<'not_later_today'>> {
  const now = ctx.clock.now();
  const zone = ctx.config.BUSINESS_TZ;
  const until = asked === null ? null : readInstant(asked, zone);
  const midnight = dayBounds(dayOf(now, zone), zone).end;
  if (until !== null && !isLaterToday({ until, now, midnight })) return refuse('not_later_today');
  await inTransaction(ctx, async (tx) => {
    noChange(tx);
    await tx.db.deleteFrom('need_put_off').where('until', '<=', now.toString()).execute();
    if (until === null) {
      await tx.db
        .deleteFrom('need_put_off')
        .where('admin_id', '=', tx.actor.id)
        .where('need', '=', keyOf(row))
        .execute();
      return;
    }
    await tx.db
      .insertInto('need_put_off')
      .values({ admin_id: tx.actor.id, need: keyOf(row), until: until.toString() })
      .onConflict((conflict) =>
        conflict.columns(['admin_id', 'need']).doUpdateSet({ until: until.toString() }),
      )
      .execute();
  });
  return { until: until === null ? null : instantToWire(until, zone) };
}

import type { z } from 'zod';
import { idOf } from '#platform/kernel/actor.ts';
import { dayBounds, dayOf, instantToWire, readInstant } from '#platform/kernel/business-time.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { noChange } from '#platform/server/audit.ts';
import type { Context, ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { putOffNeeds as call } from '../contract.ts';
import { isLaterToday } from '../rules/later-today.ts';
import { keyOfNeed } from '../rules/need-key.ts';

/** The rows that the caller has put off, by `keyOfNeed`. */
export async function findPutOff({ db, actor, clock }: Context): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('need_put_off')
    .select('need')
    .where('adminID', '=', idOf(actor))
    .where('until', '>', clock.now().toString())
    .execute();
  return new Set(rows.map(({ need }) => need));
}

/** Puts a row off for the caller, or shows it again. Nothing of the business changes. */
export async function putOff(
  ctx: ContextOf<'admin'>,
  { kind, id, cleanerID, until: asked }: z.output<typeof call.body>,
): Promise<z.output<typeof call.reply> | Refusal<'not_later_today'>> {
  const need = keyOfNeed({ kind, id, ...(cleanerID !== undefined && { cleaner: { id: cleanerID } }) });
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
        .where('adminID', '=', tx.actor.id)
        .where('need', '=', need)
        .execute();
      return;
    }
    await tx.db
      .insertInto('need_put_off')
      .values({ adminID: tx.actor.id, need, until: until.toString() })
      .onConflict((conflict) =>
        conflict.columns(['adminID', 'need']).doUpdateSet({ until: until.toString() }),
      )
      .execute();
  });
  return { until: until === null ? null : instantToWire(until, zone) };
}

import type { Insertable } from 'kysely';
import type { PromoCode } from '#database/generated.ts';
import type { Context } from '#platform/server/context.ts';

let serial = 0;

/** Inserts a code directly: 10 percent off and unlimited by default. */
export async function addPromo(
  { db, clock, newId }: Context,
  over: Partial<Insertable<PromoCode>> = {},
): Promise<{ id: string; code: string }> {
  const now = clock.now().toString();
  const row = {
    id: newId(),
    code: `CODE${++serial}`,
    label: 'Test',
    type: 'percent',
    amount: 10,
    booking_types: [],
    packages: [],
    created_at: now,
    updated_at: now,
    ...over,
  };
  await db.insertInto('promo_code').values(row).execute();
  return { id: row.id, code: row.code };
}

interface Usage {
  /** The counter on the code's row. */
  readonly taken: number;
  /** Counted from its uses. */
  readonly live: number;
  readonly paid: number;
}

export async function usageOf({ db }: Context, codeId: string): Promise<Usage> {
  const code = await db
    .selectFrom('promo_code')
    .select('taken')
    .where('id', '=', codeId)
    .executeTakeFirstOrThrow();
  const uses = await db.selectFrom('promo_use').selectAll().where('promo_code_id', '=', codeId).execute();
  const live = uses.filter((use) => use.released_at === null);
  const paid = live.filter((use) => use.used_at !== null);
  return { taken: code.taken, live: live.length, paid: paid.length };
}

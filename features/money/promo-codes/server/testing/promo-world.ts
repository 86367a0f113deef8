import type { Insertable } from 'kysely';
import type { PromoCode } from '#database/generated.ts';
import type { Context } from '#platform/server/context.ts';

let serial = 0;

/** Inserts a code directly: 10 percent off and unlimited by default. */
export async function addPromo(
  { db, clock, newID }: Context,
  over: Partial<Insertable<PromoCode>> = {},
): Promise<{ id: string; code: string }> {
  const now = clock.now().toString();
  const row = {
    id: newID(),
    code: `CODE${++serial}`,
    label: 'Test',
    type: 'percent',
    amount: 10,
    bookingTypes: [],
    packages: [],
    createdAt: now,
    updatedAt: now,
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

export async function usageOf({ db }: Context, codeID: string): Promise<Usage> {
  const code = await db
    .selectFrom('promo_code')
    .select('taken')
    .where('id', '=', codeID)
    .executeTakeFirstOrThrow();
  const uses = await db.selectFrom('promo_use').selectAll().where('promoCodeID', '=', codeID).execute();
  const live = uses.filter((use) => use.releasedAt === null);
  const paid = live.filter((use) => use.usedAt !== null);
  return { taken: code.taken, live: live.length, paid: paid.length };
}

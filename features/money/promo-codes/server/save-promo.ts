import { shownNames } from '#features/catalogue/packages/server/index.ts';
import { listRegions } from '#features/catalogue/places/server/index.ts';
import { type FieldError, isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { PromoChange, PromoDraft, PromoReply } from '../contract.ts';
import type { PromoType } from '../rules/discount.ts';
import { wrongChange, wrongTerms } from '../rules/promo-terms.ts';
import { COLUMNS, getPromo, PROMO, type PromoRow } from './promo-record.ts';
import { mostUsesByOne } from './promo-uses.ts';

const CODE_IN_USE = {
  promo_code_code_key: refuseField('code', 'Another promo code has this code. Choose a different one.'),
};

type Saved = Promise<PromoReply | Refusal<'invalid' | 'not_found' | 'unavailable'>>;

/** Creates a code. Absent fields are unrestricted: any day, any kind of job, any package, no limit. */
export function createPromo(ctx: ContextOf<'admin'>, draft: PromoDraft): Saved {
  return inTransaction(
    ctx,
    async (tx) => {
      const terms = { ...draft, startDate: draft.startDate ?? null, endDate: draft.endDate ?? null };
      const errors = [...wrongTerms(terms), ...(await unknownChoices(tx, draft))];
      if (errors.length > 0) return refuse('invalid', { errors });
      const { id } = await PROMO.insert(tx, {
        code: draft.code,
        label: draft.label ?? '',
        type: draft.type,
        amount: draft.amount,
        start_date: terms.startDate,
        end_date: terms.endDate,
        booking_types: draft.booking_type ?? [],
        packages: draft.packages ?? [],
        regions: draft.regions ?? [],
        first_booking_only: draft.firstBookingOnly ?? false,
        total_allocation: draft.totalAllocation ?? null,
        max_per_customer: draft.maxPerCustomer ?? null,
      });
      return getPromo(tx, id);
    },
    CODE_IN_USE,
  );
}

/** Changes a code. Existing bookings keep their discount. */
export function updatePromo(ctx: ContextOf<'admin'>, id: string, change: PromoChange): Saved {
  return inTransaction(
    ctx,
    async (tx) => {
      const errors = await unknownChoices(tx, change);
      // The lock blocks reservations, so the counts still hold when the change is saved.
      await lockPromo(tx, id);
      const byOne = await mostUsesByOne(tx, id);
      const changed = await PROMO.update(tx, id, (row) => {
        const live = { byAll: row.taken, byOne };
        errors.push(...wrongChange(termsOf(row), change, live));
        return errors.length > 0 ? refuse('invalid', { errors }) : columnsFor(change);
      });
      return isRefusal(changed) ? changed : getPromo(tx, id);
    },
    CODE_IN_USE,
  );
}

function termsOf(row: PromoRow) {
  const { type, amount, startDate, endDate } = COLUMNS.toWire(row);
  return { type: type as PromoType, amount, startDate, endDate };
}

function columnsFor({ booking_type, ...change }: PromoChange) {
  const columns = COLUMNS.toRow(change);
  return booking_type === undefined ? columns : { ...columns, booking_types: booking_type };
}

async function lockPromo({ db }: Tx, id: string): Promise<void> {
  await db.selectFrom('promo_code').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

async function unknownChoices(
  ctx: Context,
  { packages = [], regions = [] }: Pick<PromoChange, 'packages' | 'regions'>,
): Promise<FieldError[]> {
  const errors: FieldError[] = [];
  const known = await shownNames(ctx, packages);
  if (known.length < packages.length)
    errors.push({ path: 'packages', message: 'Choose packages from the list.' });
  const regionIds = new Set((await listRegions(ctx)).map(({ id }) => id));
  if (!regions.every((id) => regionIds.has(id)))
    errors.push({ path: 'regions', message: 'Choose regions from the list.' });
  return errors;
}

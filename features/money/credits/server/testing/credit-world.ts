import { sql } from 'kysely';
import { feature as packages } from '#features/catalogue/packages/server/index.ts';
import { feature as cards } from '#features/money/cards/server/index.ts';
import { feature as payments } from '#features/money/payments/server/index.ts';
import { feature as promoCodes } from '#features/money/promo-codes/server/index.ts';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { feature as customers, insertCustomer } from '#features/people/customers/server/index.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { startTestApp, type TestApp, type TestAppOptions } from '#platform/testing/test-app.ts';
import { addLot, feature as credits } from '../index.ts';

/** An app with credits and its dependencies. */
export function startCreditApp(options: Partial<TestAppOptions> = {}): Promise<TestApp> {
  return startTestApp({
    features: [accounts, customers, packages, promoCodes, payments, cards, credits],
    ...options,
  });
}

export interface PackToSell {
  readonly label?: string;
  readonly hours?: number;
  /** Cents per hour: the tier. */
  readonly perHour?: number;
  /** Cents. */
  readonly price?: number;
}

/** Creates a package of hours, 12 at S$27 by default. Returns its id. */
export async function addPack(ctx: Context, more: PackToSell = {}): Promise<string> {
  const { label = 'Starter 12 h', hours = 12, perHour = 2700, price = hours * perHour } = more;
  const id = ctx.newID();
  const now = ctx.clock.now().toString();
  await ctx.db
    .insertInto('package')
    .values({
      id,
      type: 'regular',
      category: 'credit',
      pricingType: 'fixed',
      label,
      description: '',
      pricePerHour: perHour,
      totalHours: hours,
      numCleaners: 1,
      hoursPerCleaner: 0,
      breakHours: 0,
      suppliesCost: 0,
      suppliesIncluded: false,
      suppliesToBePrepared: '',
      startTime: '',
      credits: hours,
      price,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  return id;
}

/** Gives a customer hours, free unless a cost is given. Returns the lot's id. */
export async function giveHours(
  ctx: Context,
  customerID: string,
  lot: {
    readonly hours: number;
    readonly perHour?: number;
    readonly cost?: number;
    readonly expiresAt?: Temporal.Instant | null;
    /** Relative to now. */
    readonly expiresIn?: Temporal.DurationLike;
  },
): Promise<string> {
  const id = ctx.newID();
  const { hours, perHour = 27, cost = 0, expiresIn } = lot;
  const expiresAt = expiresIn === undefined ? (lot.expiresAt ?? null) : ctx.clock.now().add(expiresIn);
  const given = await inTransaction(ctx, async (tx) => {
    if (cost > 0) await sellOutOfThinAir(tx, id, cost);
    return addLot(
      tx,
      { id, customerID, perHour, hours, cost, source: cost > 0 ? 'purchase' : 'adjustment', expiresAt },
      { kind: cost > 0 ? 'bought' : 'adjusted', account: 'company:credits_issued' },
    );
  });
  if (isRefusal(given)) throw new Error(given.refusal);
  return id;
}

/** Creates a transaction as the payment of a lot. */
async function sellOutOfThinAir({ db, clock, newID }: Context, lotID: string, cost: number): Promise<void> {
  const id = newID();
  await sql`insert into ledger_tx (id, kind, ref_kind, ref_id, idempotency_key, created_at)
    values (${id}, 'manual', 'lot', ${lotID}, ${id}, ${clock.now().toString()})`.execute(db);
  await sql`insert into ledger_entry (tx_id, line, account, commodity, amount)
    values (${id}, 1, 'cash', 'SGD', ${cost}), (${id}, 2, 'deferred_revenue', 'SGD', ${-cost})`.execute(db);
}

/** A minimal visit for hours of credit: it occupies no cleaner. Returns its id. */
export async function addJob(ctx: Context, customerID: string): Promise<string> {
  const packageID = await addPack(ctx);
  const [id, addressID] = [ctx.newID(), ctx.newID()];
  const now = ctx.clock.now().toString();
  await sql`insert into customer_address (
      id, customer_id, label, type, is_primary, address_line1, address_line2, address_line3, country, postal, has_pets,
      language_preference, gender_preference, created_at, updated_at)
    values (${addressID}, ${customerID}, 'Home', 'hdb_4', false, '', '', '', 'Singapore', '310145', false, '', '',
      ${now}, ${now})`.execute(ctx.db);
  await sql`insert into job (
      id, label, package_id, customer_id, address_id, job_type, cleaner_type, status, starts_at, ends_at, hours,
      break_hours, num_cleaners, require_cleaning_supplies, special_requests, contact_details, price, policy,
      amount_to_pay, address_line1, address_line2, address_line3, address_postal, address_type, address_country,
      address_gender_preference, address_has_pets, address_language_preference, customer_email, created_at, updated_at)
    values (${id}, 'Clean', ${packageID}, ${customerID}, ${addressID}, 'one-time', 'any', 'cancelled',
      '2026-12-01 09:00+08', '2026-12-01 12:00+08', 3, 0, 1, false, '', '', '{}', '{}', 0, '', '', '', '310145',
      'hdb_4', 'Singapore', '', false, '', '', ${now}, ${now})`.execute(ctx.db);
  return id;
}

let people = 0;

/** A customer with a unique e-mail address. */
export async function addPerson(ctx: Context): Promise<{ id: string; email: string }> {
  people += 1;
  const id = ctx.newID();
  const email = `${id}@example.com`;
  const mobile = `658${String(1_000_000 + people)}`;
  const person = { id, mobile, email, salutation: 'Ms', firstname: 'Mei', lastname: 'Tan' };
  const added = await inTransaction(ctx, (tx) => insertCustomer(tx, person, true));
  if (isRefusal(added)) throw new Error(added.refusal);
  return { id, email };
}

export async function balanceOf({ db }: Context, customerID: string): Promise<number> {
  const row = await db
    .selectFrom('customer')
    .select('creditsLeft')
    .where('id', '=', customerID)
    .executeTakeFirstOrThrow();
  return row.creditsLeft;
}

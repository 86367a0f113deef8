import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { z } from 'zod';
import type { Customer } from '#database/generated.ts';
import type { SessionReply } from '#features/people/accounts/contract.ts';
import { wireTime } from '#platform/kernel/business-time.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { clientRules } from '#platform/server/client-network.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import type { Owner } from '#platform/server/lists/filters.ts';
import type { StoredCard } from '#platform/server/providers/payments.ts';
import { marksOf } from '#platform/server/records.ts';
import { throttleAll } from '#platform/server/throttle.ts';
import type { CustomerReply, customerDispute } from '../customer-shapes.ts';
import { maskedName } from '../rules/masked-name.ts';
import { readConsents, wantsFollowUps } from './consents.ts';

export type CustomerRow = Selectable<Customer>;

/** The refusals for violated unique constraints. */
export const customerConstraints = {
  customer_mobile_key: refuse('mobile_in_use'),
  customer_email_key: refuse('email_in_use'),
};

/** A customer, trashed or not; null if there is none. */
export async function getCustomer(ctx: Context, id: string): Promise<CustomerRow | null> {
  const row = await ctx.db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** @throws if there is none. */
export async function readCustomer(ctx: Context, id: string): Promise<CustomerReply> {
  const row = await getCustomer(ctx, id);
  if (row === null) throw new Error(`Customer ${id} not found.`);
  return toCustomerReply(row);
}

/** The same with the fields that are not in lists. */
export async function readCustomerInFull(ctx: Context, id: string): Promise<CustomerReply> {
  const [reply, credits, disputes, consents, followUps, facebookLinked, pendingEmail] = [
    await readCustomer(ctx, id),
    await tiersOf(ctx, id),
    await findDisputes(ctx, id),
    await readConsents(ctx, id),
    await wantsFollowUps(ctx, id),
    await isFacebookLinked(ctx, id),
    await readPendingEmail(ctx, id),
  ];
  return { ...reply, credits, disputes, consents, followUps, facebookLinked, pendingEmail };
}

export async function isFacebookLinked(ctx: Context, id: string): Promise<boolean> {
  const links = ctx.db.selectFrom('customer_facebook').select('facebookID').where('customerID', '=', id);
  return (await links.executeTakeFirst()) !== undefined;
}

/** The customer with an e-mail address, trashed or not; null if there is none. */
export async function findByEmail(ctx: Context, email: string): Promise<CustomerRow | null> {
  const row = await ctx.db.selectFrom('customer').selectAll().where('email', '=', email).executeTakeFirst();
  return row ?? null;
}

/** The customer with an e-mail address, trashed or not; never a closed account. */
export async function findOpenByEmail(ctx: Context, email: string): Promise<CustomerRow | null> {
  const found = ctx.db.selectFrom('customer').selectAll().where(sql<boolean>`lower(email) = lower(${email})`);
  return (await found.where('closedAt', 'is', null).executeTakeFirst()) ?? null;
}

/** The new e-mail address that is not confirmed yet; null if there is none. */
export async function readPendingEmail({ db, clock }: Context, customerID: string): Promise<string | null> {
  const row = await db
    .selectFrom('customer_email_change')
    .select('email')
    .where('customerID', '=', customerID)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', clock.now().toString())
    .executeTakeFirst();
  return row?.email ?? null;
}

/** The customer with a number, trashed or not; null if there is none. */
export async function findByMobile(ctx: Context, mobile: string): Promise<CustomerRow | null> {
  const found = ctx.db.selectFrom('customer').selectAll().where('mobile', '=', mobile);
  return (await found.where('closedAt', 'is', null).executeTakeFirst()) ?? null;
}

/** The account of a mobile number, trashed or not. */
export async function ownerOfMobile(
  { db }: Context,
  mobile: string,
): Promise<{ readonly role: 'customer'; readonly id: string } | null> {
  const found = db.selectFrom('customer').select('id').where('mobile', '=', mobile);
  const customer = await found.where('closedAt', 'is', null).executeTakeFirst();
  return customer === undefined ? null : { role: 'customer', id: customer.id };
}

/** Locks a customer until the end of the transaction: serialises changes of everything they own. */
export async function lockCustomer(tx: Tx, id: string): Promise<CustomerRow | null> {
  const row = await tx.db
    .selectFrom('customer')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The same, but null for a closed account. */
export async function lockOpenCustomer(tx: Tx, id: string): Promise<CustomerRow | null> {
  const row = await lockCustomer(tx, id);
  return row === null || row.closedAt !== null ? null : row;
}

/**
 * Locks the customer with a number; null if there is none, or the number has moved by the time the lock is
 * acquired.
 */
export async function lockByMobile(tx: Tx, mobile: string): Promise<CustomerRow | null> {
  const row = await tx.db
    .selectFrom('customer')
    .selectAll()
    .where('mobile', '=', mobile)
    .where('closedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export interface NewCustomer {
  /** Generated if absent. */
  readonly id?: string;
  readonly mobile: string;
  readonly salutation: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly displayName?: string | undefined;
  readonly email: string;
}

export async function insertCustomer(
  tx: Tx,
  customer: NewCustomer,
  isVerified: boolean,
): Promise<CustomerRow> {
  const now = tx.clock.now().toString();
  const row: Insertable<Customer> = {
    id: customer.id ?? tx.newID(),
    mobile: customer.mobile,
    salutation: customer.salutation,
    firstname: customer.firstname,
    lastname: customer.lastname,
    displayName: customer.displayName ?? '',
    email: customer.email,
    otpVerifiedAt: isVerified ? now : null,
    createdAt: now,
    updatedAt: now,
  };
  return tx.db.insertInto('customer').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function saveCustomer(tx: Tx, id: string, changes: Updateable<Customer>): Promise<CustomerRow> {
  return tx.db
    .updateTable('customer')
    .set({ ...changes, updatedAt: tx.clock.now().toString() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Saves what the payment provider replied: the customer's id there, and the card for later payments. */
export async function rememberCard(
  tx: Tx,
  customerID: string,
  payer: { readonly stripeCustomerID: string | null; readonly card: StoredCard | null },
): Promise<void> {
  const { card, stripeCustomerID } = payer;
  const known = stripeCustomerID === null ? {} : { stripeCustomerID };
  if (card === null) {
    await saveCustomer(tx, customerID, known);
    return;
  }
  await saveCustomer(tx, customerID, {
    ...known,
    cardPaymentMethodID: card.paymentMethodID,
    cardBrand: card.brand,
    cardLast4: card.last4,
    cardExpiryMonth: card.expiryMonth,
    cardExpiryYear: card.expiryYear,
  });
}

/** Changes the displayed balance of hours. Must be called where the hours themselves move. */
export async function changeCreditsLeft(tx: Tx, customerID: string, by: Hours): Promise<void> {
  await tx.db
    .updateTable('customer')
    .set({ creditsLeft: sql<number>`credits_left + ${by}` })
    .where('id', '=', customerID)
    .execute();
}

/** A customer's full name, as by `fullnameOf`. */
export function customerFullname(row: Pick<CustomerRow, 'firstname' | 'lastname' | 'displayName'>): string {
  return fullnameOf({ ...row, displayName: row.displayName });
}

export function toCustomerReply(row: CustomerRow): CustomerReply {
  return {
    id: row.id,
    mobile: row.mobile,
    salutation: row.salutation,
    firstname: row.firstname,
    lastname: row.lastname,
    displayName: row.displayName,
    fullname: customerFullname(row),
    email: row.email,
    creditsLeft: row.creditsLeft,
    creditCardBrand: row.cardBrand,
    creditCardLast4: row.cardLast4,
    creditCardExpiryMonth: row.cardExpiryMonth,
    creditCardExpiryYear: row.cardExpiryYear,
    otpVerified: row.otpVerifiedAt !== null,
    ...marksOf(row),
  };
}

export function sessionOfCustomer(row: CustomerRow, jwt: string): SessionReply {
  return {
    jwt,
    id: row.id,
    fullname: customerFullname(row),
    firstname: row.firstname,
    lastname: row.lastname,
    email: row.email,
    type: 'customer',
    creditCardLast4: row.cardLast4,
    creditCardExpiryMonth: row.cardExpiryMonth,
    creditCardExpiryYear: row.cardExpiryYear,
    creditsLeft: row.creditsLeft,
  };
}

/** The columns of the index `customer_words`. */
export const CUSTOMER_WORDS = [
  'customer.firstname',
  'customer.lastname',
  'customer.displayName',
  'customer.email',
  'customer.mobile',
];

/** Sort order by customer name, with ties broken by id; the columns of the index `customer_by_name`. */
export const CUSTOMER_BY_NAME = ['customer.firstname', 'customer.lastname', 'customer.id'] as const;

/** For searches: the customer whose id is in a column. */
export function customerOf(key: string): Owner {
  return { table: 'customer', columns: CUSTOMER_WORDS, key };
}

type CustomerDispute = z.output<typeof customerDispute>;

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** Provided by payments, a higher-level feature. */
    readonly customerDisputes?: {
      readonly of: (ctx: Context, customerID: string) => Promise<readonly CustomerDispute[]>;
    };
  }
}

/** A customer's payments that are disputed, or were lost in a dispute. */
async function findDisputes(ctx: Context, customerID: string): Promise<CustomerDispute[]> {
  return [...((await ctx.composed.customerDisputes?.of(ctx, customerID)) ?? [])];
}

/** Hours of credit of one tier; `perHour` in whole dollars. */
export interface CreditTier {
  readonly perHour: number;
  readonly numCredits: Hours;
}

/** The hours that a customer is to hold. Absent tiers stay as they are. */
export interface TierChange {
  readonly customerID: string;
  readonly tiers: readonly CreditTier[];
  readonly reason: string;
}

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** Provided by credits, a higher-level feature. */
    readonly customerCredits?: {
      /** The tiers with hours that a customer holds. */
      readonly tiers: (ctx: Context, customerID: string) => Promise<readonly CreditTier[]>;
      /** Sets the hours of these tiers. The customer exists, and is not locked by the caller. */
      readonly adjust: (tx: Tx, change: TierChange) => Promise<void>;
      /** Takes all hours when an account is closed. Returns the hours taken. */
      readonly forfeit: (tx: Tx, customerID: string) => Promise<Hours>;
    };
  }
}

async function tiersOf(ctx: Context, customerID: string): Promise<CreditTier[]> {
  return [...((await ctx.composed.customerCredits?.tiers(ctx, customerID)) ?? [])];
}

/** @throws if no feature provides credits: the hours would be silently lost. */
export async function adjustTiers(tx: Tx, change: TierChange): Promise<void> {
  if (change.tiers.length === 0) return;
  const credits = tx.composed.customerCredits;
  if (credits === undefined) throw new Error('No feature provides hours of credit.');
  await credits.adjust(tx, change);
}

export async function forfeitHours(tx: Tx, customerID: string): Promise<Hours> {
  return (await tx.composed.customerCredits?.forfeit(tx, customerID)) ?? 0;
}

/** Enough for someone who mistypes a friend's address, too few to enumerate addresses. */
const ASKS_AN_HOUR = 10;
/** Per address: a household, or a script with several accounts. */
const ASKS_AN_HOUR_HERE = 30;

/** The masked name of the owner of an e-mail address; null if there is none, or the account is closed. */
export async function getFullname(
  ctx: ContextOf<'customer'>,
  email: string,
): Promise<{ fullname: string | null } | Refusal<'throttled'>> {
  const per = Temporal.Duration.from({ hours: 1 });
  const refused = await throttleAll(ctx, [
    { key: `fullname:${ctx.actor.id}`, most: ASKS_AN_HOUR, per },
    ...clientRules('fullname-here', { most: ASKS_AN_HOUR_HERE, per }, ctx),
  ]);
  if (refused !== null) return refused;
  const customer = await findByEmail(ctx, email);
  const isOpen = customer !== null && customer.trashedAt === null;
  return { fullname: isOpen ? maskedName(customerFullname(customer)) : null };
}

/** The name of a closed account where it is still shown. */
export const CLOSED_NAME = 'Closed account';

/** Replaces the postal code of an erased home: it must have six digits. */
export const NO_POSTAL = '000000';

/**
 * Keeps a customer's account open until the end of the transaction; false if it is already closed. Must be
 * called by everything that creates something for a customer: a visit, a payment, a card. Closing waits for
 * it and then sees what was created.
 */
export async function keepAccountOpen(tx: Tx, customerID: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('customer')
    .select('id')
    .where('id', '=', customerID)
    .where('closedAt', 'is', null)
    .forKeyShare()
    .executeTakeFirst();
  return row !== undefined;
}

/** More cards do not expire in a month, even in a large company. */
const MAX_CARDS = 5000;

/** Stored cards whose last month is this one or the one before: the customer's name, mobile and the card. */
export async function findExpiringCards({ db }: Context, month: Temporal.PlainYearMonth) {
  const before = month.subtract({ months: 1 });
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'firstname', 'lastname', 'displayName', 'mobile'])
    .select(['cardLast4 as last4', 'cardExpiryYear as year', 'cardExpiryMonth as month'])
    .where(({ eb, or, and }) =>
      or(
        [month, before].map((one) =>
          and([eb('cardExpiryYear', '=', one.year), eb('cardExpiryMonth', '=', one.month)]),
        ),
      ),
    )
    .where('cardLast4', 'is not', null)
    .where('trashedAt', 'is', null)
    .limit(MAX_CARDS)
    .execute();
  return rows.map(({ id, mobile, last4, year, month: monthOfYear, ...name }) => ({
    customer: { id, fullname: fullnameOf(name), mobile },
    last4: last4 ?? '',
    month: Temporal.PlainYearMonth.from({ year: year ?? 0, month: monthOfYear ?? 1 }),
  }));
}

/** Customers who have signed up since then: how many, and the latest. */
export async function findNewCustomers({ db }: Context, since: Temporal.Instant, limit: number) {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'firstname', 'lastname', 'displayName', 'createdAt'])
    .select(sql<number>`(count(*) over ())::int`.as('count'))
    .where('createdAt', '>=', since.toString())
    .where('trashedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map((row) => ({ id: row.id, fullname: fullnameOf(row), at: wireTime(row.createdAt) })),
  };
}

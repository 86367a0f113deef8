import { type Selectable, sql } from 'kysely';
import type { z } from 'zod';
import type { PromoCode } from '#database/generated.ts';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { getPackage, toPackageReply } from '#features/catalogue/packages/server/index.ts';
import { areaOfPostal } from '#features/catalogue/places/server/index.ts';
import { dayOf } from '#platform/kernel/business-time.ts';
import { type Cents, dollars } from '#platform/kernel/money.ts';
import { may, ownIDFor } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse, refuseField } from '#platform/kernel/refusal.ts';
import { plainCode } from '#platform/kernel/typed-text.ts';
import { clientRules } from '#platform/server/client-network.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import {
  refundThrottles,
  type Throttled,
  type ThrottleRule,
  throttleAll,
} from '#platform/server/throttle.ts';
import type { checkPromoCode as call } from '../contract.ts';
import {
  discountOf,
  discountText,
  type ListPrice,
  type PromoTerms,
  type PromoType,
} from '../rules/discount.ts';
import { listPriceOf } from '../rules/list-price.ts';
import { seePromoCodes, tryForMyself, tryForOthers } from '../rules/policy.ts';
import { hasUseLeft, type PromoRefusal, promoSentence, whyCodeNotValid } from '../rules/why-not-valid.ts';

/** What a code is to be used for. */
export interface PromoQuery {
  /** As the user typed it. */
  readonly code: string;
  /** Null for a visitor: the per-customer limit is not checked yet. */
  readonly customerID: string | null;
  readonly jobType: JobType;
  readonly packageID: string;
  /** Of the home; empty for a purchase of hours, null if not known yet: regions are not checked then. */
  readonly postal: string | null;
  readonly price: ListPrice;
  /** The code is already that of the booking, which is changed: it stays one for a first booking. */
  readonly isKept?: boolean;
  /** Jobs whose use of the code ends when this one begins: their uses are not counted. */
  readonly replaces?: readonly string[];
}

/** What a use is for. */
export interface PromoTarget {
  readonly kind: 'job' | 'credit-package';
  readonly id: string;
}

/** A valid code, and what it takes off. */
export interface Promo extends PromoTerms {
  readonly id: string;
  /** As the office wrote it. */
  readonly code: string;
  readonly label: string;
  readonly discount: Cents;
}

/** Finds a code that is valid now; reserves nothing. Refuses with the reason on the field `promocode`. */
export async function findPromo(ctx: Context, query: PromoQuery): Promise<Promo | Refusal<'invalid'>> {
  const row = await withCode(ctx, query.code).executeTakeFirst();
  return row === undefined ? refuseCode({ reason: 'not-known' }) : judge(ctx, row, query);
}

/**
 * Reserves one use of a code for a target. The code is checked again under its lock, so of two concurrent
 * requests one gets the last use. The target must not have a live use. Lock order: jobs and purchases, then
 * codes, then lots of credits.
 */
export async function reservePromo(
  tx: Tx,
  query: PromoQuery & { readonly customerID: string },
  target: PromoTarget,
): Promise<Promo | Refusal<'invalid'>> {
  const row = await withCode(tx, query.code).forUpdate().executeTakeFirst();
  if (row === undefined) return refuseCode({ reason: 'not-known' });
  const promo = await judge(tx, row, query);
  if (isRefusal(promo)) return promo;
  const { customerID } = query;
  const isReserved = await insertUse(tx, target, { code: row, customerID, discount: promo.discount });
  return isReserved ? promo : refuseCode({ reason: 'not-first' });
}

/**
 * As reservePromo, but replaces the code that the target has. Both codes are locked before either changes, in
 * the global order of code locks, so that two requests that swap the same two codes cannot deadlock.
 */
export async function replacePromo(
  tx: Tx,
  query: PromoQuery & { readonly customerID: string },
  target: PromoTarget,
): Promise<Promo | Refusal<'invalid'>> {
  const wanted = await withCode(tx, query.code).executeTakeFirst();
  const live = await liveUses(tx, target.kind, [target.id]);
  await lockCodes(tx, [...live.map((use) => use.promoCodeID), ...(wanted === undefined ? [] : [wanted.id])]);
  await releasePromos(tx, target.kind, [target.id]);
  return reservePromo(tx, query, target);
}

/**
 * Reserves again the use that a target had and released, at the agreed discount, because its payment
 * succeeded after all. Only the limits of the code are checked; its validity was checked when the discount
 * was agreed. The target is locked.
 * @returns false if other customers have used the code up meanwhile: nothing is reserved. True if nothing had
 * been released.
 */
export async function takePromoAgain(tx: Tx, target: PromoTarget): Promise<boolean> {
  const last = await tx.db
    .selectFrom('promo_use')
    .selectAll()
    .where('targetKind', '=', target.kind)
    .where('targetID', '=', target.id)
    .orderBy('reservedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined || last.releasedAt === null) return true;
  const { promoCodeID: codeID, customerID, discount } = last;
  const code = await tx.db
    .selectFrom('promo_code')
    .selectAll()
    .where('id', '=', codeID)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { totalAllocation: totalAllocation, maxPerCustomer: maxPerCustomer, taken } = code;
  const takenByCustomer = await countUsesBy(tx, code, customerID);
  if (!hasUseLeft({ totalAllocation, maxPerCustomer, taken, takenByCustomer })) return false;
  return insertUse(tx, target, { code, customerID, discount });
}

/** Releases the live uses of these targets, reserved or used; does nothing for targets without one. */
export async function releasePromos(
  tx: Tx,
  kind: PromoTarget['kind'],
  targetIDs: readonly string[],
): Promise<void> {
  if (targetIDs.length === 0) return;
  const live = await liveUses(tx, kind, targetIDs);
  if (live.length === 0) return;
  // Lock the code first: reservations count its uses under this lock, so a concurrent release sees what is
  // left.
  await lockCodes(
    tx,
    live.map((use) => use.promoCodeID),
  );
  const released = await tx.db
    .updateTable('promo_use')
    .set({ releasedAt: tx.clock.now().toString() })
    .where('targetKind', '=', kind)
    .where('targetID', 'in', [...targetIDs])
    .where('releasedAt', 'is', null)
    .returning('promoCodeID')
    .execute();
  const uses = Map.groupBy(released, (use) => use.promoCodeID);
  for (const [codeID, { length }] of uses) await changeTaken(tx, codeID, -length);
}

/** Live uses of the customer with the most live uses. */
export async function mostUsesByOne({ db }: Tx, codeID: string): Promise<number> {
  const most = await db
    .selectFrom('promo_use')
    .select(sql<number>`count(*)`.as('uses'))
    .where('promoCodeID', '=', codeID)
    .where('releasedAt', 'is', null)
    .groupBy('customerID')
    .orderBy('uses', 'desc')
    .limit(1)
    .executeTakeFirst();
  return most?.uses ?? 0;
}

/** Marks the reserved uses of these targets as used, when they are paid. */
export async function markPromosUsed(
  tx: Tx,
  kind: PromoTarget['kind'],
  targetIDs: readonly string[],
): Promise<void> {
  if (targetIDs.length === 0) return;
  await tx.db
    .updateTable('promo_use')
    .set({ usedAt: tx.clock.now().toString() })
    .where('targetKind', '=', kind)
    .where('targetID', 'in', [...targetIDs])
    .where('releasedAt', 'is', null)
    .where('usedAt', 'is', null)
    .execute();
}

/** Dashes are ignored, unless two codes differ only in dashes. */
function withCode({ db }: Context, typed: string) {
  const code = plainCode(typed).toUpperCase();
  return db
    .selectFrom('promo_code')
    .selectAll()
    .where(sql`replace(upper(code), '-', '')`, '=', code)
    .where('trashedAt', 'is', null)
    .orderBy(sql`upper(code) = ${typed.trim().toUpperCase()}`, 'desc')
    .orderBy('id')
    .limit(1);
}

async function judge(
  ctx: Context,
  row: Selectable<PromoCode>,
  { customerID, jobType, packageID, postal, price, replaces = [], isKept = false }: PromoQuery,
): Promise<Promo | Refusal<'invalid'>> {
  const ending = await countEnding(ctx, row.id, replaces);
  const why = whyCodeNotValid(
    {
      startDate: row.startDate,
      endDate: row.endDate,
      bookingTypes: row.bookingTypes,
      packages: row.packages,
      regions: row.regions,
      firstBookingOnly: row.firstBookingOnly,
      totalAllocation: row.totalAllocation,
      maxPerCustomer: row.maxPerCustomer,
      taken: row.taken - ending,
      takenByCustomer: (await countUsesBy(ctx, row, customerID)) - ending,
    },
    {
      jobType,
      packageID,
      regionID: row.regions.length === 0 || postal === null ? undefined : await regionOf(ctx, postal),
      hasBooked: row.firstBookingOnly && !isKept && (await hasBooked(ctx, customerID, replaces)),
      today: dayOf(ctx.clock.now(), ctx.config.BUSINESS_TZ),
    },
  );
  if (why !== null) return refuseCode(why);
  const terms: PromoTerms = { type: row.type as PromoType, amount: row.amount };
  const discount = discountOf(terms, price);
  // A use without a discount would be wasted.
  if (discount === 0) return refuseCode({ reason: 'nothing-off' });
  return { ...terms, id: row.id, code: row.code, label: row.label, discount };
}

async function regionOf(ctx: Context, postal: string): Promise<string | null> {
  return postal === '' ? null : ((await areaOfPostal(ctx, postal))?.regionID ?? null);
}

/** A visitor has not booked yet. */
async function hasBooked(
  ctx: Context,
  customerID: string | null,
  replaces: readonly string[],
): Promise<boolean> {
  if (customerID === null) return false;
  return (await ctx.composed.customerJobs?.hasBooked?.(ctx, customerID, replaces)) ?? false;
}

async function countEnding({ db }: Context, codeID: string, jobIDs: readonly string[]): Promise<number> {
  if (jobIDs.length === 0) return 0;
  const counted = await db
    .selectFrom('promo_use')
    .select(sql<number>`count(*)`.as('uses'))
    .where('promoCodeID', '=', codeID)
    .where('targetKind', '=', 'job')
    .where('targetID', 'in', [...jobIDs])
    .where('releasedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return counted.uses;
}

/** @returns false if the code is for a first booking and the customer has another one with such a code */
async function insertUse(
  tx: Tx,
  { kind, id }: PromoTarget,
  use: { readonly code: Selectable<PromoCode>; readonly customerID: string; readonly discount: Cents },
): Promise<boolean> {
  const inserted = await tx.db
    .insertInto('promo_use')
    .values({
      id: tx.newID(),
      promoCodeID: use.code.id,
      firstBooking: use.code.firstBookingOnly,
      customerID: use.customerID,
      targetKind: kind,
      targetID: id,
      discount: use.discount,
      reservedAt: tx.clock.now().toString(),
    })
    .onConflict((conflict) =>
      conflict
        .column('customerID')
        // Without parameters, as in the index.
        .where(sql<boolean>`first_booking and released_at is null`)
        .doNothing(),
    )
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) return false;
  await changeTaken(tx, use.code.id, 1);
  return true;
}

/** 0 without a query if there is no limit to check. */
async function countUsesBy(
  { db }: Context,
  code: Selectable<PromoCode>,
  customerID: string | null,
): Promise<number> {
  if (customerID === null || code.maxPerCustomer === null) return 0;
  const counted = await db
    .selectFrom('promo_use')
    .select(sql<number>`count(*)`.as('uses'))
    .where('promoCodeID', '=', code.id)
    .where('customerID', '=', customerID)
    .where('releasedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return counted.uses;
}

function liveUses({ db }: Tx, kind: PromoTarget['kind'], targetIDs: readonly string[]) {
  return db
    .selectFrom('promo_use')
    .select('promoCodeID')
    .distinct()
    .where('targetKind', '=', kind)
    .where('targetID', 'in', [...targetIDs])
    .where('releasedAt', 'is', null)
    .execute();
}

async function lockCodes({ db }: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .selectFrom('promo_code')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();
}

async function changeTaken(tx: Tx, codeID: string, by: number): Promise<void> {
  await tx.db
    .updateTable('promo_code')
    .set({ taken: sql<number>`taken + ${by}` })
    .where('id', '=', codeID)
    .execute();
}

/**
 * Refuses a code with the error on its field; `promo` in the problem carries the reason, for screens in
 * another language (promoRefusal in the contract).
 */
function refuseCode(why: PromoRefusal): Refusal<'invalid'> {
  const errors = [{ path: 'promocode', message: promoSentence(why) }];
  return refuse('invalid', { errors, extensions: { promo: why } });
}

/** The reason inside a refusal from refuseCode. */
function whyRefused({ extensions }: Refusal<'invalid'>): PromoRefusal {
  return (extensions?.promo as PromoRefusal | undefined) ?? { reason: 'not-known' };
}

type Body = z.output<typeof call.body>;
type Answer = z.output<typeof call.reply>;

/** What a code takes off a package; reserves nothing. A valid code is not counted as a guess. */
export async function checkPromoCode(
  ctx: Context,
  body: Body,
): Promise<Answer | Refusal<'invalid' | 'throttled'>> {
  const pack = await getPackage(ctx, body.package_id);
  if (pack === null) return refuseField('package_id', 'This package is not on offer. Choose another.');
  const terms = toPackageReply(pack);
  const price = listPriceOf(terms, body);
  const query = {
    code: body.code,
    customerID: customerOf(ctx, body),
    jobType: terms.type,
    packageID: terms.id,
    postal: body.postal ?? null,
    price,
  };
  const promo = await limitGuesses(ctx, body.code, () => findPromo(ctx, query));
  if (!isRefusal(promo)) return valid(promo, price);
  return promo.refusal === 'throttled' ? promo : notValid(promo as Refusal<'invalid'>, price);
}

/** The customer whose limit applies: customers themselves, or the one the office names. */
function customerOf({ actor }: Context, { customerID }: Body): string | null {
  return ownIDFor(actor, tryForMyself) ?? (may(actor, tryForOthers) ? customerID || null : null);
}

function valid(promo: Promo, { subtotal }: ListPrice): Answer {
  const { type, amount, discount, label } = promo;
  const message = `${discountText(promo)}: you save S$${dollars(discount)}.`;
  return { valid: true, type, amount, discount, total: subtotal - discount, label, message, why: null };
}

function notValid(refused: Refusal<'invalid'>, { subtotal }: ListPrice): Answer {
  const why = whyRefused(refused);
  const message = promoSentence(why);
  return { valid: false, type: null, amount: 0, discount: 0, total: subtotal, label: '', message, why };
}

/** Far above what someone needs who mistypes a code, far below what guessing needs. Our own figure. */
function wrongCodes(ctx: Context): ThrottleRule[] {
  return clientRules('promo-code', { most: 30, per: Temporal.Duration.from({ hours: 1 }) }, ctx);
}

/**
 * Runs an action with a code that a user typed, and counts it as a guess unless the code is valid: all routes
 * that accept codes share one limit. The office is not limited. An empty code is not counted.
 */
export async function limitGuesses<T>(
  ctx: Context,
  code: string | null | undefined,
  work: () => Promise<T>,
): Promise<T | Throttled> {
  if (!code || may(ctx.actor, seePromoCodes)) return work();
  const guesses = wrongCodes(ctx);
  const tooMany = await throttleAll(ctx, guesses);
  if (tooMany !== null) return tooMany;
  const outcome = await work();
  if (!isCodeRefused(outcome)) await refundThrottles(ctx, guesses);
  return outcome;
}

function isCodeRefused(outcome: unknown): boolean {
  return isRefusal(outcome) && (outcome.errors ?? []).some(({ path }) => path === 'promocode');
}

/**
 * The ledger invariants of promo codes, numbered as in docs/runbook/books.md. Payments, a higher-level feature,
 * registers them.
 */
export const promoChecks = [
  {
    invariant: 'I7 the counter of a code equals its live uses and is within its limit',
    broken: sql<{ what: string }>`
      select code.id::text as what from promo_code as code
      left join (
        select promo_code_id, count(*) as uses from promo_use where released_at is null group by promo_code_id
      ) as live on live.promo_code_id = code.id
      where code.taken <> coalesce(live.uses, 0) or code.taken > code.total_allocation`,
  },
  {
    invariant: 'I7 no customer has more live uses of a code than its limit',
    broken: sql<{ what: string }>`
      select use.promo_code_id || ' ' || use.customer_id as what from promo_use as use
      join promo_code as code on code.id = use.promo_code_id
      where use.released_at is null and code.max_per_customer is not null
      group by use.promo_code_id, use.customer_id, code.max_per_customer
      having count(*) > code.max_per_customer`,
  },
] as const;

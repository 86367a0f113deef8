import { randomBytes } from 'node:crypto';
import { isDisputed } from '#features/money/payments/server/index.ts';
import { checkFreshSignIn, type Unproven } from '#features/people/accounts/server/index.ts';
import {
  type CustomerRow,
  customerFullname,
  findByEmail,
  getCustomer,
  keepAccountOpen,
} from '#features/people/customers/server/index.ts';
import { readDatabaseTimeOrNull, wireTime, wireTimeOrNull } from '#platform/kernel/business-time.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { may, ownIDFor } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { type ListOutcome, listOf } from '#platform/server/lists/streamed-list.ts';
import { sendKind } from '#platform/server/messages.ts';
import { type ThrottleRule, throttle, uncountTry } from '#platform/server/throttle.ts';
import type { GiftReply } from '../contract.ts';
import { HOURS } from '../rules/accounts.ts';
import { claimUntil } from '../rules/expiry.ts';
import { CODE_LENGTH, giftCode, readGiftCode } from '../rules/gift-code.ts';
import {
  earliestExpiry,
  hoursIn,
  hoursOf,
  type Lot,
  type LotPart,
  takeFrom,
  usableLots,
} from '../rules/lots.ts';
import { seeCredits } from '../rules/policy.ts';
import { GIFT_RECEIVED, GIFT_RETURNED, GIFT_SENT } from '../texts/gift-mails.ts';
import { lastDay } from '../texts/mails.ts';
import { returnHours } from './job-credits.ts';
import { addLot, lockLots } from './lots.ts';
import { moveHours } from './move-hours.ts';

interface GiftOrder {
  readonly amount: Hours;
  readonly email: string;
  /** The sender's statement; the e-mail depends on whether the address has an account. */
  readonly email_type?: 'existing' | 'new' | null | undefined;
  readonly message?: string | null | undefined;
}

interface GiftMoved {
  readonly gift: GiftReply;
  /** The change of the balance and the balance, in hours. */
  readonly creditsLeft: Hours;
  readonly creditsBalance: Hours;
}

type NotSent = Refusal<
  'not_found' | 'not_enough_credits' | 'credits_disputed' | 'gift_to_self' | 'unavailable'
>;

/**
 * As sendGift, for a request from a screen: the customer must have signed in recently or send a new code,
 * because hours are worth money and anyone can use a gift code.
 */
export async function sendGiftFromScreen(
  ctx: ContextOf<'customer'>,
  { otp, ...order }: GiftOrder & { readonly otp?: string | number | undefined },
): Promise<GiftMoved | NotSent | Unproven> {
  const sender = await getCustomer(ctx, ctx.actor.id);
  if (sender === null) return refuse('not_found');
  if (sender.email === order.email) return refuse('gift_to_self');
  const proof = { role: 'customer', mobile: sender.mobile, otp } as const;
  const unproven = await checkFreshSignIn(ctx, proof);
  if (unproven !== null) return unproven;
  return sendGift(ctx, order);
}

/**
 * Sends hours to a friend, from the lots in spending order. The code is generated here and appears only in
 * the e-mail; the database stores a MAC of it. Each request is a new gift unless it is a retry with the same
 * Idempotency-Key.
 */
export async function sendGift(ctx: ContextOf<'customer'>, order: GiftOrder): Promise<GiftMoved | NotSent> {
  const sender = await getCustomer(ctx, ctx.actor.id);
  if (sender === null) return refuse('not_found');
  if (sender.email === order.email) return refuse('gift_to_self');
  return inTransaction(ctx, (tx) => moveToGift(tx, sender, order));
}

async function moveToGift(tx: Tx, sender: CustomerRow, order: GiftOrder): Promise<GiftMoved | NotSent> {
  const now = tx.clock.now();
  const all = await lockLots(tx, sender.id);
  const lots = usableLots(all);
  if (hoursIn(lots, now) < order.amount) {
    return refuse(hoursIn(all, now) < order.amount ? 'not_enough_credits' : 'credits_disputed');
  }
  const parts = takeFrom(lots, order.amount, { now });
  const gift = {
    id: tx.newID(),
    code: giftCode(randomBytes(CODE_LENGTH)),
    order,
    hoursExpireAt: earliestExpiry(lotsOf(parts, lots)),
  };
  await insertGift(tx, sender, { ...gift, parts });
  const creditsLeft = await moveHours(tx, {
    customerID: sender.id,
    kind: 'sent',
    direction: 'out-of-lots',
    parts,
    account: HOURS.escrow,
    cause: { kind: 'gift', id: gift.id },
    key: gift.id,
    giftID: gift.id,
  });
  await notifySender(tx, sender, order);
  await mailCode(tx, sender, gift);
  return saveIdempotentReply(
    tx,
    await giftMoved(tx, { giftID: gift.id, customerID: sender.id, creditsLeft }),
  );
}

interface Gift {
  readonly id: string;
  readonly code: string;
  readonly order: GiftOrder;
  /** The earliest expiry of its hours; null if they do not expire. */
  readonly hoursExpireAt: Temporal.Instant | null;
}

function lotsOf(parts: readonly LotPart[], lots: readonly Lot[]): Lot[] {
  return lots.filter((lot) => parts.some((part) => part.lotID === lot.id));
}

async function insertGift(
  tx: Tx,
  sender: CustomerRow,
  { id, code, order, hoursExpireAt, parts }: Gift & { readonly parts: readonly LotPart[] },
): Promise<void> {
  const now = tx.clock.now();
  await tx.db
    .insertInto('credit_gift')
    .values({
      id,
      senderID: sender.id,
      email: order.email,
      email_type: order.email_type ?? null,
      message: order.message ?? '',
      hours: order.amount,
      codeHash: hashGiftCode(tx, code),
      sentAt: now.toString(),
      expiresAt: claimUntil(now, hoursExpireAt, tx.config.BUSINESS_TZ).toString(),
      hoursExpireAt: hoursExpireAt?.toString() ?? null,
    })
    .execute();
  await tx.db
    .insertInto('credit_gift_part')
    .values(parts.map(({ lotID, hours, cost }) => ({ giftID: id, lotID, hours, cost })))
    .execute();
}

async function notifySender(tx: Tx, { id, email, firstname }: CustomerRow, order: GiftOrder): Promise<void> {
  if (email === '') return;
  const data = { firstname, hours: order.amount, email: order.email };
  await sendKind(tx, GIFT_SENT, { to: { email }, customerID: id, data });
}

/**
 * Queued under the gift's key: once the gift has ended, an unsent e-mail is withdrawn together with its code.
 */
async function mailCode(tx: Tx, sender: CustomerRow, gift: Gift): Promise<void> {
  const { id, code, order, hoursExpireAt } = gift;
  const zone = tx.config.BUSINESS_TZ;
  const until = claimUntil(tx.clock.now(), hoursExpireAt, zone);
  await sendKind(tx, GIFT_RECEIVED, {
    to: { email: order.email },
    data: {
      sender: customerFullname(sender),
      hours: order.amount,
      message: order.message ?? '',
      code,
      isCustomer: (await findByEmail(tx, order.email))?.trashedAt === null,
      until: lastDay(until, zone),
      useBy: hoursExpireAt === null ? null : lastDay(hoursExpireAt, zone),
    },
    keepsNothing: true,
    notAfter: until,
    key: giftMailKey(id),
  });
}

/** The reply to sending or claiming a gift: the gift and the balance of that customer. */
async function giftMoved(
  tx: Tx,
  { giftID, customerID, creditsLeft }: { giftID: string; customerID: string; creditsLeft: Hours },
): Promise<GiftMoved> {
  const customer = await getCustomer(tx, customerID);
  return { gift: await readGift(tx, giftID), creditsLeft, creditsBalance: customer?.creditsLeft ?? 0 };
}

function selectGifts({ db }: Context) {
  return db
    .selectFrom('credit_gift as gift')
    .innerJoin('customer', 'customer.id', 'gift.senderID')
    .select([
      'gift.id',
      'gift.email',
      'gift.email_type',
      'gift.message',
      'gift.hours',
      'gift.sentAt',
      'gift.expiresAt',
      'gift.hoursExpireAt',
      'gift.claimedAt',
      'gift.returnedAt',
      'customer.firstname',
      'customer.lastname',
      'customer.displayName',
    ]);
}

type GiftRow = Awaited<ReturnType<ReturnType<typeof selectGifts>['execute']>>[number];

async function readGift(ctx: Context, id: string): Promise<GiftReply> {
  return toGiftReply(await selectGifts(ctx).where('gift.id', '=', id).executeTakeFirstOrThrow());
}

function toGiftReply(row: GiftRow): GiftReply {
  return {
    id: row.id,
    hours: row.hours,
    email: row.email,
    email_type: row.email_type as GiftReply['email_type'],
    message: row.message,
    status: statusOf(row),
    sentAt: wireTime(row.sentAt),
    expiresAt: wireTime(row.expiresAt),
    hoursExpireAt: wireTimeOrNull(row.hoursExpireAt),
    claimedAt: wireTimeOrNull(row.claimedAt),
    returnedAt: wireTimeOrNull(row.returnedAt),
    sender: { fullname: fullnameOf(row) },
  };
}

function statusOf(row: Pick<GiftRow, 'claimedAt' | 'returnedAt'>): GiftReply['status'] {
  if (row.claimedAt !== null) return 'claimed';
  return row.returnedAt === null ? 'pending' : 'returned';
}

/**
 * The stored form of a code: a keyed MAC, so that a copy of the table does not allow guessing codes offline.
 */
function hashGiftCode({ keys }: Context, typed: string): Buffer {
  return Buffer.from(keys.mac('gift', readGiftCode(typed)), 'hex');
}

/** The outbox key of the e-mail with the code, until it is sent. */
function giftMailKey(giftID: string): string {
  return `credit-gift:${giftID}`;
}

/** Hours of a gift that came from one lot. */
interface GiftPart extends LotPart {
  readonly expiresAt: Temporal.Instant | null;
  readonly originalExpiresAt: Temporal.Instant | null;
  /** The payment that bought the hours. */
  readonly transactionID: string | null;
  /** The payment is disputed, or the dispute was lost: the hours cannot be claimed. */
  readonly isDisputed: boolean;
}

/** The parts of a gift by source lot, with the lots' current expiry. */
async function findGiftParts({ db }: Context, giftID: string): Promise<GiftPart[]> {
  const rows = await db
    .selectFrom('credit_gift_part as part')
    .innerJoin('credit_lot as lot', 'lot.id', 'part.lotID')
    .select(['part.lotID', 'part.hours', 'part.cost'])
    .select(['lot.perHour', 'lot.expiresAt', 'lot.originalExpiresAt', 'lot.transactionID'])
    .select(isDisputed('lot.transactionID').as('isDisputed'))
    .where('part.giftID', '=', giftID)
    .orderBy('part.lotID')
    .execute();
  return rows.map((row) => ({
    lotID: row.lotID,
    perHour: row.perHour,
    hours: row.hours,
    cost: row.cost,
    expiresAt: readDatabaseTimeOrNull(row.expiresAt),
    originalExpiresAt: readDatabaseTimeOrNull(row.originalExpiresAt),
    transactionID: row.transactionID,
    isDisputed: row.isDisputed,
  }));
}

interface GiftsQuery {
  readonly customerID?: string | undefined;
  readonly from: number;
  readonly size: number;
}

/** Gifts that a customer sent or claimed, newest first; the office sees all. */
export function listGifts(
  ctx: Context,
  which: 'sent' | 'received',
  query: GiftsQuery,
): ListOutcome | Refusal<'not_found'> {
  const customerID = query.customerID ?? ownIDFor(ctx.actor, seeCredits);
  if (customerID !== null && !may(ctx.actor, seeCredits, { customer: customerID }))
    return refuse('not_found');
  let found = ctx.db.selectFrom('credit_gift as gift');
  if (which === 'received') found = found.where('gift.claimedAt', 'is not', null);
  const whose = which === 'sent' ? 'gift.senderID' : 'gift.claimedBy';
  if (customerID !== null) found = found.where(whose, '=', customerID);
  return listOf(
    ctx,
    { from: query.from, size: query.size, count: '1', download: '0' },
    {
      name: `gifts-${which}`,
      rows: selectGifts(ctx),
      found,
      sort: { newest: [which === 'sent' ? 'gift.sentAt' : 'gift.claimedAt'] },
      defaultOrder: 'desc',
      key: 'gift.id',
      toItem: toGiftReply,
    },
  );
}

type NotClaimed = Refusal<'gift_unknown' | 'gift_not_ready' | 'throttled' | 'unavailable'>;

/** Wrong codes per customer; a code has 60 random bits. */
const TRIES_AN_HOUR = 5;

/**
 * Claims a gift by its code. Wrong, used, expired and one's own codes get the same refusal, so that valid
 * codes cannot be probed. Tier and cost move with the hours.
 */
export async function claimGift(ctx: ContextOf<'customer'>, code: string): Promise<GiftMoved | NotClaimed> {
  const tries = triesOf(ctx.actor.id);
  const refused = await throttle(ctx, tries);
  if (refused !== null) return refused;
  const claimed = await inTransaction(ctx, (tx) => claim(tx, code));
  if (!isRefusal(claimed)) await uncountTry(ctx, tries);
  return claimed;
}

function triesOf(customerID: string): ThrottleRule {
  return {
    key: `gift-code:${customerID}`,
    most: TRIES_AN_HOUR,
    per: Temporal.Duration.from({ hours: 1 }),
  };
}

/** As claimGift, inside a transaction and without counting a try. */
export async function claim(
  tx: Tx & ContextOf<'customer'>,
  code: string,
): Promise<GiftMoved | Refusal<'gift_unknown' | 'gift_not_ready'>> {
  const customerID = tx.actor.id;
  const now = tx.clock.now();
  const gift = await tx.db
    .selectFrom('credit_gift')
    .select(['id', 'senderID'])
    .where('codeHash', '=', hashGiftCode(tx, code))
    .where('claimedAt', 'is', null)
    .where('returnedAt', 'is', null)
    .where('expiresAt', '>', now.toString())
    .forUpdate()
    .executeTakeFirst();
  if (gift === undefined || gift.senderID === customerID) return refuse('gift_unknown');
  if (!(await keepAccountOpen(tx, customerID))) return refuse('gift_unknown');
  const parts = await findGiftParts(tx, gift.id);
  if (parts.some((part) => part.isDisputed)) return refuse('gift_not_ready');
  const taken = await tx.db
    .updateTable('credit_gift')
    .set({ claimedAt: now.toString(), claimedBy: customerID })
    .where('id', '=', gift.id)
    .where('claimedAt', 'is', null)
    .executeTakeFirst();
  if (taken.numUpdatedRows === 0n) throw new Error(`Gift ${gift.id} was claimed despite our lock.`);
  const creditsLeft = await takeOver(tx, { giftID: gift.id, parts, customerID });
  await tx.outbox.withdraw(tx, [giftMailKey(gift.id)]);
  return saveIdempotentReply(tx, await giftMoved(tx, { giftID: gift.id, customerID, creditsLeft }));
}

interface ClaimedGift {
  readonly giftID: string;
  readonly parts: readonly GiftPart[];
  readonly customerID: string;
}

/** Creates a lot per source lot of the gift, with its payment and expiry. Returns the total hours. */
async function takeOver(tx: Tx, { giftID, parts, customerID }: ClaimedGift): Promise<Hours> {
  let received: Hours = 0;
  for (const { perHour, hours, cost, expiresAt, originalExpiresAt, transactionID } of parts) {
    const lot = {
      id: tx.newID(),
      customerID,
      perHour,
      hours,
      cost,
      expiresAt,
      originalExpiresAt,
      ...(transactionID !== null && { transactionID }),
    };
    received += await addLot(
      tx,
      { ...lot, source: 'gift' },
      { kind: 'received', account: HOURS.escrow, giftID },
    );
  }
  return received;
}

/** Gifts per run; the rest follow a minute later. */
const GIFTS_PER_RUN = 500;

/**
 * Cron job: returns unclaimed gifts to their source lots. Lots keep their expiry: hours of an expired lot
 * expire at once.
 */
export async function returnGifts(ctx: Context): Promise<void> {
  const due = await ctx.db
    .selectFrom('credit_gift')
    .select('id')
    .where('claimedAt', 'is', null)
    .where('returnedAt', 'is', null)
    .where('expiresAt', '<=', ctx.clock.now().toString())
    .limit(GIFTS_PER_RUN)
    .execute();
  for (const { id } of due) {
    const returned = await inTransaction(ctx, (tx) => returnGift(tx, id));
    if (isRefusal(returned)) ctx.log.warn({ giftID: id }, 'gift could not be returned; retrying in a minute');
  }
}

async function returnGift(tx: Tx, giftID: string): Promise<void> {
  const gift = await tx.db
    .selectFrom('credit_gift')
    .select(['id', 'senderID', 'email', 'hours'])
    .where('id', '=', giftID)
    .where('claimedAt', 'is', null)
    .where('returnedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (gift === undefined) return; // claimed concurrently
  const now = tx.clock.now().toString();
  await tx.db.updateTable('credit_gift').set({ returnedAt: now }).where('id', '=', giftID).execute();
  const parts = await findGiftParts(tx, giftID);
  await returnHours(tx, {
    customerID: gift.senderID,
    kind: 'gift-returned',
    parts,
    account: HOURS.escrow,
    cause: { kind: 'gift', id: giftID },
    key: giftID,
    giftID,
  });
  await tx.outbox.withdraw(tx, [giftMailKey(giftID)]);
  await mailSender(tx, gift, parts);
}

async function mailSender(
  tx: Tx,
  gift: { readonly senderID: string; readonly email: string; readonly hours: number },
  parts: readonly GiftPart[],
): Promise<void> {
  const sender = await getCustomer(tx, gift.senderID);
  if (sender === null || sender.trashedAt !== null) return;
  const now = tx.clock.now();
  const usable = parts.filter(
    ({ expiresAt }) => expiresAt === null || Temporal.Instant.compare(expiresAt, now) > 0,
  );
  const until = earliestExpiry(usable);
  await sendKind(tx, GIFT_RETURNED, {
    to: { email: sender.email },
    customerID: sender.id,
    data: {
      firstname: sender.firstname,
      email: gift.email,
      hours: gift.hours,
      expired: gift.hours - hoursOf(usable),
      until: until === null ? null : lastDay(until, tx.config.BUSINESS_TZ),
    },
  });
}

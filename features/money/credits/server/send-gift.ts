import { randomBytes } from 'node:crypto';
import { checkFreshSignIn, type Unproven } from '#features/people/accounts/server/index.ts';
import {
  type CustomerRow,
  customerFullname,
  findByEmail,
  getCustomer,
} from '#features/people/customers/server/index.ts';
import type { Hours } from '#platform/kernel/money.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import { sendKind } from '#platform/server/messages.ts';
import type { GiftReply } from '../contract.ts';
import { HOURS } from '../rules/accounts.ts';
import { CODE_LENGTH, giftCode } from '../rules/gift-code.ts';
import { GIFT_RECEIVED, GIFT_SENT } from '../rules/gift-mails.ts';
import { claimUntil } from '../rules/lifetimes.ts';
import { earliestExpiry, hoursIn, type Lot, type LotPart, takeFrom, usableLots } from '../rules/lots.ts';
import { lastDay } from '../rules/mails.ts';
import { giftMailKey, hashGiftCode, readGift } from './gift-record.ts';
import { lockLots } from './lots.ts';
import { moveHours } from './move-hours.ts';

export interface GiftOrder {
  readonly amount: Hours;
  readonly email: string;
  /** The sender's statement; the e-mail depends on whether the address has an account. */
  readonly email_type?: 'existing' | 'new' | null | undefined;
  readonly message?: string | null | undefined;
}

export interface GiftMoved {
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
    id: tx.newId(),
    code: giftCode(randomBytes(CODE_LENGTH)),
    order,
    hoursExpireAt: earliestExpiry(lotsOf(parts, lots)),
  };
  await insertGift(tx, sender, { ...gift, parts });
  const creditsLeft = await moveHours(tx, {
    customerId: sender.id,
    kind: 'sent',
    direction: 'out-of-lots',
    parts,
    account: HOURS.escrow,
    cause: { kind: 'gift', id: gift.id },
    key: gift.id,
    giftId: gift.id,
  });
  await notifySender(tx, sender, order);
  await mailCode(tx, sender, gift);
  return saveIdempotentReply(
    tx,
    await giftMoved(tx, { giftId: gift.id, customerId: sender.id, creditsLeft }),
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
  return lots.filter((lot) => parts.some((part) => part.lotId === lot.id));
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
      sender_id: sender.id,
      email: order.email,
      email_type: order.email_type ?? null,
      message: order.message ?? '',
      hours: order.amount,
      code_hash: hashGiftCode(tx, code),
      sent_at: now.toString(),
      expires_at: claimUntil(now, hoursExpireAt, tx.config.BUSINESS_TZ).toString(),
      hours_expire_at: hoursExpireAt?.toString() ?? null,
    })
    .execute();
  await tx.db
    .insertInto('credit_gift_part')
    .values(parts.map(({ lotId, hours, cost }) => ({ gift_id: id, lot_id: lotId, hours, cost })))
    .execute();
}

async function notifySender(tx: Tx, { id, email, firstname }: CustomerRow, order: GiftOrder): Promise<void> {
  if (email === '') return;
  const data = { firstname, hours: order.amount, email: order.email };
  await sendKind(tx, GIFT_SENT, { to: { email }, customerId: id, data });
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
      isCustomer: (await findByEmail(tx, order.email))?.trashed_at === null,
      until: lastDay(until, zone),
      useBy: hoursExpireAt === null ? null : lastDay(hoursExpireAt, zone),
    },
    keepsNothing: true,
    notAfter: until,
    key: giftMailKey(id),
  });
}

/** The reply to sending or claiming a gift: the gift and the balance of that customer. */
export async function giftMoved(
  tx: Tx,
  { giftId, customerId, creditsLeft }: { giftId: string; customerId: string; creditsLeft: Hours },
): Promise<GiftMoved> {
  const customer = await getCustomer(tx, customerId);
  return { gift: await readGift(tx, giftId), creditsLeft, creditsBalance: customer?.credits_left ?? 0 };
}

import type { z } from 'zod';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { findPackage, type PackageRow } from '#features/catalogue/packages/server/index.ts';
import { DEFERRED_REVENUE } from '#features/money/payments/rules/accounts.ts';
import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import { type CardChoice, chooseCard, declined } from '#features/money/payments/rules/card-and-declines.ts';
import {
  cancelOpenPayment,
  chargeAttempt,
  openAttempt,
  type PaymentOutcome,
  recordWaiver,
} from '#features/money/payments/server/index.ts';
import { type PromoQuery, reservePromo } from '#features/money/promo-codes/server/index.ts';
import { getCustomer, keepAccountOpen } from '#features/people/customers/server/index.ts';
import type { Cents } from '#platform/kernel/money.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, ContextOf, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { idOfRequest } from '#platform/server/idempotency.ts';
import type {
  payPackage as call,
  cancelPackagePayment as cancelPackagePaymentCall,
  payPackage as payPackageCall,
} from '../contract.ts';
import { whyNotForSale } from '../rules/for-sale.ts';
import { markPurchasePaid } from './mark-purchase-paid.ts';
import {
  findOpenPurchase,
  findPurchase,
  insertPurchase,
  lockBuying,
  lockPurchase,
  lockPurchaseOfRequest,
  type Purchase,
} from './purchases.ts';

type Body = z.output<typeof call.body>;
type Reply = z.output<typeof call.reply>;
type NotPaid = Refusal<
  | 'not_found'
  | 'invalid'
  | 'price_changed'
  | 'card_declined'
  | 'no_stored_card'
  | 'payment_in_progress'
  | 'throttled'
  | 'unavailable'
>;

/** A request to buy a package, and how it is paid. */
interface Order {
  readonly customerID: string;
  readonly email: string;
  readonly pack: PackageRow;
  readonly promocode: string;
  /** Identifies a retry of this request; null without an Idempotency-Key. */
  readonly requestKey: string | null;
  /** Null if none was given and none is stored. */
  readonly card: CardChoice | null;
  /** The price in cents that the client shows; null if it sent none. */
  readonly price: Cents | null;
}

/**
 * Buys a package of hours: reserve, charge, apply the outcome. Nothing is charged unless the client's price equals the
 * server's. A retry with the same Idempotency-Key resumes the purchase or returns the same reply. Any other request is
 * a new purchase, and is refused while the outcome of one of this package is open.
 */
export async function payPackage(
  ctx: ContextOf<'customer'>,
  packageID: string,
  body: Body,
): Promise<Reply | NotPaid> {
  const pack = await findSold(ctx, packageID);
  if (isRefusal(pack)) return pack;
  const order = await orderOf(ctx, pack, body);
  const reserved = await inTransaction(ctx, (tx) => reserve(tx, order));
  if (isRefusal(reserved)) return reserved;
  if (reserved.attemptID === null) return readPaidReply(ctx, reserved.purchaseID);
  return replyWithOutcome(ctx, reserved.purchaseID, await chargeAttempt(ctx, reserved.attemptID));
}

async function orderOf(ctx: ContextOf<'customer'>, pack: PackageRow, body: Body): Promise<Order> {
  const customer = await getCustomer(ctx, ctx.actor.id);
  const chosen = chooseCard(body, customer?.cardPaymentMethodID ?? null);
  return {
    customerID: ctx.actor.id,
    email: customer?.email ?? '',
    pack,
    promocode: (body.promocode ?? '').toUpperCase(),
    requestKey: idOfRequest(ctx),
    card: isRefusal(chosen) ? null : chosen,
    price: body.price ?? null,
  };
}

interface Reserved {
  readonly purchaseID: string;
  /** Null if it is paid. */
  readonly attemptID: string | null;
}

/** Everything before the charge, in one transaction. */
async function reserve(tx: Tx, order: Order): Promise<Reserved | NotPaid> {
  const { customerID, pack, requestKey } = order;
  const buying = { customerID, packageID: pack.id };
  await lockBuying(tx, customerID, pack.id);
  const same = requestKey === null ? null : await lockPurchaseOfRequest(tx, { ...buying, requestKey });
  if (same?.status === 'paid') return { purchaseID: same.id, attemptID: null };
  if (same !== null) return resume(tx, order, same);
  if ((await findOpenPurchase(tx, buying)) !== null) return refuse('payment_in_progress');
  return whyNotOnSale(pack) ?? begin(tx, order);
}

/** Resumes an open purchase at the agreed price. */
async function resume(tx: Tx, order: Order, purchase: Purchase): Promise<Reserved | NotPaid> {
  const refused = whyNotPayable(order, purchase.total);
  if (refused !== null) return refused;
  return charge(tx, order, purchase);
}

/** Starts a purchase: prices it, reserves its promo code and saves it. */
async function begin(tx: Tx, order: Order): Promise<Reserved | NotPaid> {
  const { pack, promocode, requestKey, customerID } = order;
  if (!(await keepAccountOpen(tx, customerID))) return refuse('not_found');
  const purchaseID = tx.newID();
  const discount = await reserveDiscount(tx, pack, { ...buyerOf(order), purchaseID });
  if (isRefusal(discount)) return discount;
  const total = pack.price - discount;
  const refused = whyNotPayable(order, total);
  if (refused !== null) return refused;
  await insertPurchase(tx, {
    id: purchaseID,
    customerID,
    packageID: pack.id,
    label: pack.label,
    perHour: pack.pricePerHour / 100,
    hours: pack.credits,
    total,
    price: { subtotal: pack.price, discount, total },
    promocode,
    requestKey,
  });
  const purchase = await lockPurchase(tx, purchaseID);
  return total < SMALLEST_CHARGE ? waive(tx, purchase) : charge(tx, order, purchase);
}

/** Why an order cannot be paid at this price; the price is checked first. */
function whyNotPayable({ price, card }: Order, total: Cents): NotPaid | null {
  if (price !== null && price !== total) return refuse('price_changed', { extensions: { price: total } });
  return card === null && total >= SMALLEST_CHARGE ? refuse('no_stored_card') : null;
}

async function charge(
  tx: Tx,
  { card, email, requestKey }: Order,
  purchase: Purchase,
): Promise<Reserved | NotPaid> {
  if (card === null) return refuse('no_stored_card');
  const attempt = await openAttempt(tx, {
    purpose: 'credit-package',
    targetID: purchase.id,
    customerID: purchase.customerID,
    requestKey,
    amount: purchase.total,
    priceSnapshot: { purchaseID: purchase.id, total: purchase.total },
    instrument: card,
    receiptEmail: email === '' ? null : email,
    description: purchase.label,
    packageID: purchase.packageID,
    isTargetLocked: true,
  });
  return isRefusal(attempt) ? attempt : { purchaseID: purchase.id, attemptID: attempt.id };
}

/**
 * Grants the hours when there is nothing to charge, or too little for a card. The ledger posts the waived
 * amount as their cost.
 */
async function waive(tx: Tx, purchase: Purchase): Promise<Reserved | NotPaid> {
  const transactionID = await recordWaiver(tx, {
    purpose: 'credit-package',
    targetID: purchase.id,
    customerID: purchase.customerID,
    amount: purchase.total,
    method: 'adjustment',
    description: purchase.label,
    income: DEFERRED_REVENUE,
    packageID: purchase.packageID,
  });
  if (isRefusal(transactionID)) return transactionID;
  await markPurchasePaid(tx, purchase, { cost: purchase.total, charged: 0, transactionID });
  return { purchaseID: purchase.id, attemptID: null };
}

async function replyWithOutcome(
  ctx: ContextOf<'customer'>,
  purchaseID: string,
  outcome: PaymentOutcome,
): Promise<Reply | NotPaid> {
  if (outcome.status === 'succeeded') return readPaidReply(ctx, purchaseID);
  if (outcome.status === 'declined') return declined(outcome.code);
  return outcome.status === 'requires_action'
    ? { requiresAction: true, clientSecret: outcome.clientSecret }
    : refuse('payment_in_progress');
}

function buyerOf({ customerID, promocode }: Order) {
  return { customerID, promocode };
}

/** A package of hours as it is now: on sale, or taken off sale since it was shown (whyNotOnSale). */
async function findSold(
  ctx: Context,
  packageID: string,
): Promise<PackageRow | Refusal<'not_found' | 'invalid'>> {
  const pack = await findPackage(ctx, packageID);
  const refused = whyNotForSale(pack && { category: pack.category, pricePerHour: pack.pricePerHour });
  return refused ?? (pack as PackageRow);
}

/** Refuses a package that was trashed after it was shown; purchases that already began continue. */
function whyNotOnSale({ trashedAt }: PackageRow): Refusal<'price_changed'> | null {
  if (trashedAt === null) return null;
  const detail = 'This package is no longer on sale. Nothing was charged. Choose another one.';
  return refuse('price_changed', { detail, extensions: { price: null } });
}

interface Buyer {
  readonly customerID: string;
  /** Empty for none. */
  readonly promocode: string;
}

/** Reserves a use of the promo code for a purchase. Returns the discount in cents; 0 without a code. */
async function reserveDiscount(
  tx: Tx,
  pack: PackageRow,
  buyer: Buyer & { readonly purchaseID: string },
): Promise<Cents | Refusal<'invalid'>> {
  if (buyer.promocode === '') return 0;
  const target = { kind: 'credit-package', id: buyer.purchaseID } as const;
  const promo = await reservePromo(tx, promoQuery(pack, buyer), target);
  return isRefusal(promo) ? promo : promo.discount;
}

function promoQuery(pack: PackageRow, buyer: Buyer): PromoQuery & { readonly customerID: string } {
  return {
    code: buyer.promocode,
    customerID: buyer.customerID,
    jobType: pack.type as JobType,
    packageID: pack.id,
    postal: '',
    price: { subtotal: pack.price, work: pack.price, workHours: pack.credits },
  };
}

type PaidReply = Exclude<z.output<typeof payPackageCall.reply>, { readonly requiresAction: true }>;

/** The reply to a paid purchase, the same for every retry. @throws if it is not paid. */
async function readPaidReply({ db }: Context, purchaseID: string): Promise<PaidReply> {
  const paid = await db
    .selectFrom('credit_purchase as purchase')
    .innerJoin('money_transaction as receipt', 'receipt.id', 'purchase.transactionID')
    .innerJoin('customer', 'customer.id', 'purchase.customerID')
    .select(['receipt.id', 'receipt.total', 'receipt.receiptNo', 'purchase.hours', 'customer.creditsLeft'])
    .where('purchase.id', '=', purchaseID)
    .executeTakeFirstOrThrow();
  return {
    transactionID: paid.total === 0 ? null : paid.id,
    credits: paid.hours,
    creditsLeft: paid.hours,
    creditsBalance: paid.creditsLeft,
    receiptNo: paid.receiptNo,
  };
}

/** Ends the customer's open purchase of a package, so that they can pay another way. */
export async function cancelPackagePayment(
  ctx: ContextOf<'customer'>,
  packageID: string,
): Promise<z.output<typeof cancelPackagePaymentCall.reply> | Refusal<'payment_in_progress'>> {
  const open = await findOpenPurchase(ctx, { customerID: ctx.actor.id, packageID });
  if (open === null) return { isPaid: false };
  const refused = await cancelOpenPayment(ctx, { purpose: 'credit-package', targetID: open.id });
  if (isRefusal(refused)) return refused;
  return { isPaid: (await findPurchase(ctx, open.id)).status === 'paid' };
}

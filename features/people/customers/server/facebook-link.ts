import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { FacebookProof } from '#database/generated.ts';
import { checkFreshSignIn, type Unproven } from '#features/people/accounts/server/index.ts';
import type { SignedIn } from '#platform/kernel/actor.ts';
import { ownIDFor } from '#platform/kernel/policy.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit, noChange } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { isSameSecret } from '#platform/server/keys.ts';
import { sendKind } from '#platform/server/messages.ts';
import type { CustomerReply } from '../customer-shapes.ts';
import { PROOF_KEPT, PROOF_LIFE } from '../rules/facebook.ts';
import { changeCustomer } from '../rules/policy.ts';
import { FACEBOOK_LINKED } from '../texts/messages.ts';
import {
  type CustomerRow,
  customerConstraints,
  getCustomer,
  lockCustomer,
  readCustomerInFull,
} from './customer-record.ts';

/** The refusals for violated unique constraints when signing in, possibly with linking a Facebook account. */
export const entryConstraints = {
  ...customerConstraints,
  customer_facebook_key: refuse('facebook_in_use'),
};

/** The customer linked to a Facebook account; null if there is none. */
export async function customerOfFacebook(ctx: Context, facebookID: string): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('customer_facebook')
    .select('customerID')
    .where('facebookID', '=', facebookID)
    .executeTakeFirst();
  return row?.customerID ?? null;
}

/**
 * Links the Facebook account of a proof to a customer who has just confirmed their number; replaces a linked
 * one. The customer is locked. A used or deleted proof links nothing.
 */
export async function linkByProof(tx: Tx, customer: CustomerRow, proofID: string): Promise<void> {
  const facebookID = await takeProof(tx, proofID);
  if (facebookID === null || (await customerOfFacebook(tx, facebookID)) === customer.id) return;
  await tx.db.deleteFrom('customer_facebook').where('customerID', '=', customer.id).execute();
  await tx.db
    .insertInto('customer_facebook')
    .values({ facebookID, customerID: customer.id, linkedAt: tx.clock.now().toString() })
    .execute();
  await audit(tx, { action: 'customer.facebook-linked', subject: { kind: 'customer', id: customer.id } });
  await sendKind(tx, FACEBOOK_LINKED, { to: { email: customer.email }, customerID: customer.id, data: {} });
}

/** Unlinks Facebook from the customer. Idempotent. */
export async function unlinkFacebook(
  ctx: Context<SignedIn>,
  id: string,
  otp: string | number | undefined,
): Promise<CustomerReply | Refusal<'not_found' | 'unavailable'> | Unproven> {
  const customer = await getCustomer(ctx, id);
  if (customer === null) return refuse('not_found');
  const isOwn = ownIDFor(ctx.actor, changeCustomer) !== null;
  const unproven = isOwn
    ? await checkFreshSignIn(ctx, { role: 'customer', mobile: customer.mobile, otp })
    : null;
  if (unproven !== null) return unproven;
  return inTransaction(ctx, async (tx) => {
    await lockCustomer(tx, id);
    await removeFacebookLink(tx, id);
    return readCustomerInFull(tx, id);
  });
}

/** Deletes the link, if there is one. The customer is locked. */
export async function removeFacebookLink(tx: Tx, customerID: string): Promise<void> {
  const links = tx.db.deleteFrom('customer_facebook').where('customerID', '=', customerID);
  const { numDeletedRows } = await links.executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) noChange(tx);
  else
    await audit(tx, { action: 'customer.facebook-unlinked', subject: { kind: 'customer', id: customerID } });
}

/** Records that a Facebook account was shown, and in which browser. Only that holder can continue. */
export type ProofRow = Selectable<FacebookProof>;

/** Who continues: the browser, or a client without cookies by its token. */
export interface ProofHolder {
  readonly visitor: string | null;
  readonly linkToken?: string | undefined;
}

/** Saves a proof. Returns the token for a client without cookies. */
export async function saveProof(ctx: Context, facebookID: string, visitor: string | null): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await ctx.db
    .insertInto('facebook_proof')
    .values({
      id: ctx.newID(),
      facebookID,
      visitorMac: visitor === null ? null : macOf(ctx, `visitor|${visitor}`),
      tokenMac: macOf(ctx, `token|${token}`),
      createdAt: ctx.clock.now().toString(),
    })
    .execute();
  return token;
}

/** This holder's newest proof of a Facebook account within ten minutes. */
export async function findFreshProof(
  ctx: Context,
  facebookID: string,
  holder: ProofHolder,
): Promise<ProofRow | null> {
  const rows = await ctx.db
    .selectFrom('facebook_proof')
    .selectAll()
    .where('facebookID', '=', facebookID)
    .where('createdAt', '>', ctx.clock.now().subtract(PROOF_LIFE).toString())
    .orderBy('createdAt', 'desc')
    .execute();
  return rows.find((row) => isHeldBy(ctx, row, holder)) ?? null;
}

/** The proof with this id, if it belongs to this holder. */
export async function findHeldProof(ctx: Context, id: string, holder: ProofHolder): Promise<ProofRow | null> {
  const row = await ctx.db.selectFrom('facebook_proof').selectAll().where('id', '=', id).executeTakeFirst();
  return row !== undefined && isHeldBy(ctx, row, holder) ? row : null;
}

/** Uses up a proof; returns its Facebook account, or null if it is used or deleted. */
async function takeProof(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.db
    .deleteFrom('facebook_proof')
    .where('id', '=', id)
    .returning('facebookID')
    .executeTakeFirst();
  return row?.facebookID ?? null;
}

/** Cron job: deletes expired proofs. */
export async function purgeProofs(ctx: Context): Promise<void> {
  const limit = ctx.clock.now().subtract(PROOF_KEPT).toString();
  await ctx.db.deleteFrom('facebook_proof').where('createdAt', '<', limit).execute();
}

function isHeldBy(ctx: Context, proof: ProofRow, { visitor, linkToken }: ProofHolder): boolean {
  if (visitor !== null && proof.visitorMac !== null)
    return isSameSecret(proof.visitorMac, macOf(ctx, `visitor|${visitor}`));
  return linkToken !== undefined && isSameSecret(proof.tokenMac, macOf(ctx, `token|${linkToken}`));
}

function macOf(ctx: Context, message: string): string {
  return ctx.keys.mac('facebook-proof', message);
}

import type { CodeReply } from '#features/people/accounts/contract.ts';
import { requestCode } from '#features/people/accounts/server/index.ts';
import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { clientRules } from '#platform/server/client-network.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { openSession } from '#platform/server/sessions/sessions.ts';
import { refundThrottles, throttleAll } from '#platform/server/throttle.ts';
import { lockCustomer, ownerOfMobile } from './customer-record.ts';
import { customerOfFacebook, findFreshProof, type ProofHolder, saveProof } from './facebook-link.ts';
import type { SignedInCustomer, SignInOptions } from './verify-customer.ts';

/** Invalid tokens per address. */
const MAX_REFUSED = 20;
/** Seconds until Facebook should be tried again. */
const ASK_AGAIN = 30;

/** A Facebook account that is not linked to a customer: a mobile must be confirmed next. */
export interface OneMoreStep {
  readonly status: 200;
  readonly idfb: string;
  readonly fullname: string;
  readonly email: string;
  readonly linkToken: string;
}

/**
 * Signs in the customer linked to a Facebook account. Only Facebook's verification counts: neither the id
 * from the browser nor an e-mail address, which never identifies an account.
 */
export async function signInWithFacebook(
  ctx: Context,
  sent: { readonly accessToken: string; readonly userID: string },
  way: SignInOptions & { readonly visitor: string | null },
): Promise<
  | SignedInCustomer
  | OneMoreStep
  | Refusal<
      | 'facebook_off'
      | 'facebook_refused'
      | 'facebook_unreachable'
      | 'account_closed'
      | 'throttled'
      | 'unavailable'
    >
> {
  const { facebook } = ctx.providers;
  if (facebook === null) return refuse('facebook_off');
  const limit = { most: MAX_REFUSED, per: Temporal.Duration.from({ hours: 1 }) };
  const rules = clientRules('facebook-refused', limit, ctx);
  const blocked = await throttleAll(ctx, rules);
  if (blocked) return blocked;
  const answer = await facebook.identify(sent.accessToken);
  if (answer.kind !== 'refused') await refundThrottles(ctx, rules);
  if (answer.kind === 'unavailable')
    return refuse('facebook_unreachable', { extensions: { retryAfter: ASK_AGAIN } });
  if (answer.kind === 'refused' || answer.userID !== sent.userID) return refuse('facebook_refused');
  const entered = await inTransaction(ctx, (tx) => enter(tx, answer.userID, way));
  if (entered !== null) return entered;
  const { userID: idfb, name: fullname, email } = answer;
  return { status: 200, idfb, fullname, email, linkToken: await saveProof(ctx, idfb, way.visitor) };
}

/**
 * Sends the code that links the Facebook account just shown in this browser. Known and unknown numbers get
 * the same reply.
 */
export async function requestLinkCode(
  ctx: Context,
  asked: { readonly mobile: string; readonly idfb: string },
  holder: ProofHolder,
): Promise<CodeReply | Refusal<'facebook_off' | 'facebook_proof_needed' | 'throttled' | 'unavailable'>> {
  if (ctx.providers.facebook === null) return refuse('facebook_off');
  const proof = await findFreshProof(ctx, asked.idfb, holder);
  if (proof === null) return refuse('facebook_proof_needed');
  return requestCode(ctx, {
    purpose: 'link-facebook',
    mobile: asked.mobile,
    send: true,
    owner: await ownerOfMobile(ctx, asked.mobile),
    accountID: proof.id,
  });
}

/**
 * Null for an unlinked account. Takes the customer's lock, so that nobody signs in by a link that was just
 * removed.
 */
async function enter(
  tx: Tx,
  facebookID: string,
  { staySignedIn, browser }: SignInOptions,
): Promise<SignedInCustomer | Refusal<'account_closed'> | null> {
  const id = await customerOfFacebook(tx, facebookID);
  const customer = id === null ? null : await lockCustomer(tx, id);
  if (customer === null || (await customerOfFacebook(tx, facebookID)) !== customer.id) return null;
  if (customer.trashedAt !== null) return refuse('account_closed');
  const by = { role: 'customer', accountID: customer.id, vouchedBy: 'facebook' } as const;
  return { customer, session: await openSession(tx, { ...by, staySignedIn, browser }) };
}

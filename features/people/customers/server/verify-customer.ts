import { readSignIn, type TypedSignIn } from '#features/people/accounts/rules/codes.ts';
import { checkCode, newestLiveCode, proveMobile } from '#features/people/accounts/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { isSameSecret } from '#platform/server/keys.ts';
import { type NewSession, openSession } from '#platform/server/sessions/sessions.ts';
import type { ConsentChannel } from '../rules/consents.ts';
import {
  type Confirmed,
  readRegisterToken,
  type Signer,
  writeRegisterToken,
} from '../rules/register-token.ts';
import { giveConsents } from './consents.ts';
import {
  type CustomerRow,
  insertCustomer,
  lockByMobile,
  type NewCustomer,
  ownerOfMobile,
  saveCustomer,
} from './customer-record.ts';
import {
  entryConstraints,
  findHeldProof,
  linkByProof,
  type ProofHolder,
  type ProofRow,
} from './facebook-link.ts';
import { dropRegistrationOf, findRegistration } from './registration.ts';

export interface SignedInCustomer {
  readonly customer: CustomerRow;
  readonly session: NewSession;
}

export interface SignInOptions {
  readonly staySignedIn: boolean;
  readonly browser: boolean;
}

type Refused = Refusal<
  | 'fill_all_fields'
  | 'invalid'
  | 'otp_wrong'
  | 'otp_expired'
  | 'throttled'
  | 'unavailable'
  | 'not_registered'
  | 'account_closed'
  | 'facebook_in_use'
>;

/**
 * Signs a customer in with a mobile and its code. Whether there is an account is revealed only with the right
 * code. An earlier registration for a number takes effect only with the code that was sent for it, entered in
 * the browser that made it: anyone with a different code, or who got that code without requesting it, has to
 * register themselves.
 */
export async function verifyCustomer(
  ctx: Context,
  typed: TypedSignIn,
  way: SignInOptions & ProofHolder,
): Promise<SignedInCustomer | Refused> {
  const read = readSignIn(typed);
  if (isRefusal(read)) return read;
  const { mobile } = read;
  const typedCode = { ...read, owner: await ownerOfMobile(ctx, mobile) };
  const linking = await proofToLink(ctx, typedCode, way);
  const proven =
    linking === null
      ? await proveMobile(ctx, { purpose: 'customer-sign-in', ...typedCode })
      : await proveLink(ctx, typedCode, linking);
  if (isRefusal(proven)) return proven;
  const facebookProofID = linking?.id ?? null;
  const entered = await signInVerified(ctx, { mobile, facebookProofID, ...proven, ...way });
  if (entered !== null) return entered;
  const now = ctx.clock.now();
  const registerToken = writeRegisterToken(signerOf(ctx), { mobile, facebookProofID }, now);
  return refuse('not_registered', { extensions: { registerToken } });
}

interface TypedCode {
  readonly mobile: string;
  readonly otp: string;
  readonly owner: Awaited<ReturnType<typeof ownerOfMobile>>;
}

/**
 * The Facebook proof that the newest code for this number links. Only for the holder of the proof: what a
 * stranger started with someone's number must not affect that person's own sign-up.
 */
async function proofToLink(
  ctx: Context,
  { mobile, owner }: TypedCode,
  holder: ProofHolder,
): Promise<ProofRow | null> {
  const purposes = ['customer-sign-in', 'link-facebook'] as const;
  const code = await newestLiveCode(ctx, mobile, { purposes, owner });
  if (code?.purpose !== 'link-facebook' || code.boundTo === null) return null;
  return findHeldProof(ctx, code.boundTo, holder);
}

async function proveLink(ctx: Context, read: TypedCode, proof: ProofRow) {
  const checked = await checkCode(ctx, { purpose: 'link-facebook', ...read, accountID: proof.id });
  return checked === true ? { boundTo: null } : checked;
}

interface VerifiedSignIn extends SignInOptions {
  readonly mobile: string;
  /** The registration for which the code was sent. */
  readonly boundTo: string | null;
  /** The proof of the Facebook account that the code links. */
  readonly facebookProofID: string | null;
  readonly visitor: string | null;
}

/** Null for an unregistered number. */
async function signInVerified(
  ctx: Context,
  proven: VerifiedSignIn,
): Promise<SignedInCustomer | Refusal<'account_closed' | 'facebook_in_use' | 'unavailable'> | null> {
  const enter = async (tx: Tx) => {
    const customer =
      (await lockByMobile(tx, proven.mobile)) ??
      (await createRegistered(tx, proven)) ??
      // Registered elsewhere between these two reads, which deletes the registration.
      (await lockByMobile(tx, proven.mobile));
    await dropRegistrationOf(tx, proven.mobile);
    return customer === null ? null : open(tx, customer, proven);
  };
  const entered = await inTransaction(ctx, enter, entryConstraints);
  if (!isRefusal(entered)) return entered;
  // Registered elsewhere between two reads, with proof of the number too: sign in to that account.
  if (entered.refusal === 'mobile_in_use')
    return inTransaction(ctx, (tx) => enter(tx), {
      customer_facebook_key: entryConstraints.customer_facebook_key,
    });
  return entered.refusal === 'email_in_use' ? null : entered;
}

/** Takes the customer's lock, so that nobody signs in while the office trashes them. */
async function open(
  tx: Tx,
  customer: CustomerRow,
  { staySignedIn, browser, facebookProofID }: VerifiedSignIn,
): Promise<SignedInCustomer | Refusal<'account_closed'>> {
  if (customer.trashedAt !== null) return refuse('account_closed');
  if (facebookProofID !== null) await linkByProof(tx, customer, facebookProofID);
  const by = { role: 'customer', accountID: customer.id, staySignedIn, browser } as const;
  const session = await openSession(tx, by);
  if (customer.otpVerifiedAt !== null) return { customer, session };
  const now = tx.clock.now().toString();
  return { customer: await saveCustomer(tx, customer.id, { otpVerifiedAt: now }), session };
}

async function createRegistered(
  tx: Tx,
  { boundTo, mobile, visitor }: VerifiedSignIn,
): Promise<CustomerRow | null> {
  if (boundTo === null) return null;
  const registration = await findRegistration(tx, { id: boundTo, mobile, visitor });
  if (registration === null) return null;
  return createVerifiedCustomer(tx, registration, registration.consents as ConsentChannel[]);
}

/** Creates a customer with a confirmed number. */
export async function createVerifiedCustomer(
  tx: Tx,
  person: NewCustomer,
  consents: readonly ConsentChannel[],
): Promise<CustomerRow> {
  const customer = await insertCustomer(tx, person, true);
  await giveConsents(tx, customer.id, { channels: consents, source: 'sign-up' });
  await audit(tx, { action: 'customer.registered', subject: { kind: 'customer', id: customer.id } });
  return customer;
}

/** The content of a registerToken, if it was issued for this number in the last 15 minutes. */
export function readRegisterTokenOf(ctx: Context, token: string, mobile: string): Confirmed | null {
  return readRegisterToken(signerOf(ctx), token, { mobile, now: ctx.clock.now() }, isSameSecret);
}

function signerOf(ctx: Context): Signer {
  return (message) => ctx.keys.mac('register', message);
}

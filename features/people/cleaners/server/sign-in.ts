import { readSignIn, type TypedSignIn } from '#features/people/accounts/rules/codes.ts';
import { checkCode, requestCode } from '#features/people/accounts/server/index.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { isRefusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { type NewSession, openSession } from '#platform/server/sessions/sessions.ts';

const purpose = 'cleaner-sign-in';

/** Sends a sign-in code. An unknown or trashed mobile gets the same reply and no message. */
export async function requestSignInCode(ctx: Context, mobile: string) {
  const cleaner = await findSigningIn(ctx, mobile);
  return requestCode(ctx, { purpose, mobile, send: cleaner !== undefined, owner: ownerOf(cleaner) });
}

export interface VerifyRequest extends TypedSignIn {
  readonly staySignedIn?: boolean | undefined;
  readonly browser: boolean;
}

/** Starts a session for the right code; `reply` is the flat session (`sessionFields` of accounts). */
export async function signInCleaner(ctx: Context, typed: VerifyRequest) {
  const read = readSignIn(typed);
  if (isRefusal(read)) return read;
  const { mobile, otp } = read;
  const owner = ownerOf(await findSigningIn(ctx, mobile));
  const checked = await checkCode(ctx, { purpose, mobile, otp, owner });
  if (isRefusal(checked)) return checked;
  const { browser, staySignedIn = false } = typed;
  return inTransaction(ctx, async (tx) => {
    const opened = await openCleanerSession(tx, { mobile, browser, staySignedIn });
    return opened ?? refuse('otp_expired'); // trashed since the code was sent
  });
}

interface OpenedBy {
  readonly mobile: string;
  readonly browser: boolean;
  readonly staySignedIn: boolean;
}

/** For a cleaner who has proven to be this one. Null if the cleaner is trashed. */
export async function openCleanerSession(tx: Tx, { mobile, browser, staySignedIn }: OpenedBy) {
  const cleaner = await lockSigningIn(tx, mobile);
  if (cleaner === undefined) return null;
  const by = { role: 'cleaner', accountID: cleaner.id, browser, staySignedIn } as const;
  const session = await openSession(tx, by);
  return { session, reply: sessionOf(cleaner, session) };
}

type CleanerSigningIn = NonNullable<Awaited<ReturnType<typeof findSigningIn>>>;

function ownerOf(cleaner: CleanerSigningIn | undefined) {
  return cleaner === undefined ? null : ({ role: 'cleaner', id: cleaner.id } as const);
}

function sessionOf(cleaner: CleanerSigningIn, session: NewSession) {
  const { displayName: _, ...shown } = cleaner;
  return {
    ...shown,
    jwt: session.jwt,
    fullname: fullnameOf(cleaner),
    type: 'cleaner' as const,
    creditCardLast4: null,
    creditCardExpiryMonth: null,
    creditCardExpiryYear: null,
    creditsLeft: 0,
  };
}

function findSigningIn(ctx: Context, mobile: string) {
  return byMobile(ctx, mobile).executeTakeFirst();
}

/**
 * Takes the lock that trashing and number changes take, so that no session starts after they have ended the
 * existing ones.
 */
function lockSigningIn(tx: Tx, mobile: string) {
  return byMobile(tx, mobile).forNoKeyUpdate().executeTakeFirst();
}

function byMobile(ctx: Context, mobile: string) {
  return ctx.db
    .selectFrom('cleaner')
    .select(['id', 'firstname', 'lastname', 'displayName', 'email'])
    .where('mobile', '=', mobile)
    .where('trashedAt', 'is', null);
}

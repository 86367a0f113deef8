import { randomInt, timingSafeEqual } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#database/generated.ts';
import { ownSession, type Role } from '#platform/kernel/actor.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { laneRule, sendKind } from '#platform/server/messages.ts';
import { knownBrowserID } from '#platform/server/sessions/known-browser.ts';
import { endSessionsOf } from '#platform/server/sessions/sessions.ts';
import { peekThrottle, throttle, throttleAll } from '#platform/server/throttle.ts';
import type { CodeReply } from '../contract.ts';
import {
  CODE_LIFE,
  CODE_RETENTION,
  type CodePurpose,
  RESEND_MEMORY,
  resendWait,
  TRIES_PER_CODE,
} from '../rules/codes.ts';
import { looksLikePumping, PREFIX_DIGITS } from '../rules/pumping.ts';
import { CODE, MOBILE_CHANGED } from '../texts/messages.ts';
import {
  type CodeClient,
  checkTryThrottle,
  countFailure,
  countMiss,
  type NumberOwner,
  reportBudget,
  sendRules,
  uncountSend,
  uncountUnsent,
} from './code-throttles.ts';

/** The codes per minute are used up: this one would be delayed, and might expire. */
const NO_CODE_NOW = {
  detail: 'We cannot send codes at the moment. Try again in a minute.',
  extensions: { retryAfter: 60 },
};

interface CodeRequest {
  readonly purpose: CodePurpose;
  /** 65XXXXXXXX: the number to send the code to. */
  readonly mobile: string;
  /** False creates a code that is not sent (an unknown cleaner): reply, timing and limits are the same. */
  readonly send: boolean;
  /**
   * The current owner of the number; null for a number without an account, or one that an account is moving
   * to.
   */
  readonly owner: NumberOwner | null;
  /** The account that the code is bound to, for purposes that change one. */
  readonly accountID?: string;
}

interface CodeAttempt {
  readonly purpose: CodePurpose;
  readonly mobile: string;
  /** The same as when the code was requested. */
  readonly owner: NumberOwner | null;
  readonly otp: string;
  readonly accountID?: string;
}

/**
 * Creates a code, queues its message and invalidates the previous code. Must be called outside transactions,
 * because its counts must survive a rollback.
 * @returns seconds until the code expires, and until another may be requested; `unavailable` while too many
 * codes are being sent
 */
export async function requestCode(
  ctx: Context,
  request: CodeRequest,
): Promise<CodeReply | Refusal<'throttled' | 'unavailable'>> {
  const ask = { ...request, knownBrowser: knownBrowserOf(ctx, request.owner) };
  const sendsBefore = await countSends(ctx, ask);
  const rules = sendRules(ctx, ask, sendsBefore);
  const refused = await throttleAll(ctx, rules);
  if (refused) {
    await reportBudget(ctx, ask);
    return refused;
  }
  const code = String(randomInt(0, 1_000_000)).padStart(6, '0');
  const now = ctx.clock.now();
  const expiresAt = now.add(CODE_LIFE);
  if (await peekThrottle(ctx, laneRule(ctx, 'codes'))) {
    await uncountUnsent(ctx, rules);
    return refuse('unavailable', NO_CODE_NOW);
  }
  return inTransaction(
    ctx,
    async (tx) => {
      const id = tx.newID();
      await endCode(tx, live(tx.db, ask), 'superseded');
      await tx.db
        .insertInto('one_time_code')
        .values({
          id,
          purpose: ask.purpose,
          mobile: ask.mobile,
          accountID: ask.accountID ?? null,
          knownBrowser: ask.knownBrowser,
          codeMac: macOf(ctx, { ...ask, accountID: ask.accountID ?? null, id, otp: code }),
          createdAt: now.toString(),
          expiresAt: expiresAt.toString(),
          isSent: ask.send,
        })
        .execute();
      if (ask.send)
        await sendKind(tx, CODE, {
          to: { mobile: ask.mobile },
          data: { code, purpose: ask.purpose, minutes: CODE_LIFE.minutes },
          keepsNothing: true,
          isCode: true,
          notAfter: expiresAt,
          // A cleaner's own choice counts: their pages are in both languages.
          ...(!ask.purpose.startsWith('cleaner') && {
            language: ctx.language,
          }),
        });
      return { expiresIn: CODE_LIFE.total('seconds'), resendIn: resendWait(sendsBefore) };
    },
    { one_time_code_live: refuse('throttled', { extensions: { retryAfter: resendWait(0) } }) },
  );
}

/**
 * Tries a code. Each try is counted before it is compared, so that of concurrent tries no more than
 * TRIES_PER_CODE are evaluated; a right code works once. Must be called outside transactions.
 */
export async function checkCode(ctx: Context, tried: CodeAttempt): Promise<true | CodeRefused> {
  const used = await tryCode(ctx, tried, () => tried.accountID ?? null);
  return isRefusal(used) ? used : true;
}

/** The same for a code that may or may not be bound to an account; returns which. */
export function proveMobile(
  ctx: Context,
  tried: Omit<CodeAttempt, 'accountID'>,
): Promise<{ readonly boundTo: string | null } | CodeRefused> {
  return tryCode(ctx, tried, (row) => row.accountID);
}

type CodeRefused = Refusal<'otp_wrong' | 'otp_expired' | 'throttled'>;
type TriedCode = NonNullable<Awaited<ReturnType<typeof countTry>>>;

async function tryCode(
  ctx: Context,
  attempt: CodeAttempt,
  accountOf: (row: TriedCode) => string | null,
): Promise<{ readonly boundTo: string | null } | CodeRefused> {
  const tried = { ...attempt, knownBrowser: knownBrowserOf(ctx, attempt.owner) };
  const blocked = await checkTryThrottle(ctx, tried);
  if (blocked) return blocked;
  const row = await countTry(ctx, tried);
  if (row === undefined) {
    await countMiss(ctx);
    return refuse('otp_expired');
  }
  const { purpose, mobile, otp } = tried;
  const mac = macOf(ctx, { purpose, mobile, otp, id: row.id, accountID: accountOf(row) });
  if (isSame(row.codeMac, mac)) return consumeCode(ctx, tried, row);
  await countFailure(ctx, tried);
  const triesLeft = TRIES_PER_CODE - row.tries;
  if (triesLeft > 0) return refuse('otp_wrong', { extensions: { triesLeft } });
  await endCode(ctx, live(ctx.db, tried).where('id', '=', row.id), 'too-many-tries');
  return refuse('otp_wrong', {
    detail: 'That was the last try for this code. Ask for a new one.',
    extensions: { triesLeft: 0 },
  });
}

/** The mobile number that an account is moving to: the one its live code was sent to. */
export async function mobileAwaited(
  ctx: Context,
  purpose: CodePurpose,
  accountID: string,
): Promise<string | null> {
  const row = await ctx.db
    .selectFrom('one_time_code')
    .select('mobile')
    .where('purpose', '=', purpose)
    .where('accountID', '=', accountID)
    .where('endedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
  return row?.mobile ?? null;
}

/** The purpose and binding of the newest live code of a mobile; null if none is live. */
export async function newestLiveCode(
  ctx: Context,
  mobile: string,
  { purposes, owner }: { readonly purposes: readonly CodePurpose[]; readonly owner: NumberOwner | null },
): Promise<{ readonly purpose: string; readonly boundTo: string | null } | null> {
  const row = await ctx.db
    .selectFrom('one_time_code')
    .select(['purpose', 'accountID'])
    .where('mobile', '=', mobile)
    .where('purpose', 'in', [...purposes])
    .where('knownBrowser', 'is not distinct from', knownBrowserOf(ctx, owner))
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', ctx.clock.now().toString())
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
  return row === undefined ? null : { purpose: row.purpose, boundTo: row.accountID };
}

/** Cron job: deletes codes a day after they were created. */
export async function purgeCodes(ctx: Context): Promise<void> {
  const limit = ctx.clock.now().subtract(CODE_RETENTION).toString();
  await ctx.db.deleteFrom('one_time_code').where('createdAt', '<', limit).execute();
}

type KnownAttempt = CodeAttempt & CodeClient;

async function consumeCode(ctx: Context, tried: KnownAttempt, { id, accountID: boundTo }: TriedCode) {
  const used = await endCode(ctx, live(ctx.db, tried).where('id', '=', id), 'used');
  if (!used) return refuse('otp_expired'); // a concurrent try with the same right code came first
  await uncountSend(ctx, tried);
  return { boundTo };
}

async function countTry(ctx: Context, tried: KnownAttempt) {
  let query = live(ctx.db, tried)
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('tries', '<', TRIES_PER_CODE)
    .where('expiresAt', '>', ctx.clock.now().toString());
  if (tried.accountID !== undefined) query = query.where('accountID', '=', tried.accountID);
  return query.returning(['id', 'accountID', 'codeMac', 'tries']).executeTakeFirst();
}

/** Recent sends since a code was last used. */
async function countSends(ctx: Context, ask: CodeClient): Promise<number> {
  const now = ctx.clock.now();
  const rows = await ctx.db
    .selectFrom('one_time_code')
    .select('endReason')
    .where('purpose', '=', ask.purpose)
    .where('mobile', '=', ask.mobile)
    .where('knownBrowser', 'is not distinct from', ask.knownBrowser)
    .where('createdAt', '>', now.subtract(RESEND_MEMORY).toString())
    .where('createdAt', '<=', now.toString())
    .orderBy('createdAt', 'desc')
    .execute();
  const lastUsed = rows.findIndex((row) => row.endReason === 'used');
  return lastUsed === -1 ? rows.length : lastUsed;
}

/** The owner's browser if they have signed in with it before: its codes, tries and limits are separate. */
function knownBrowserOf(ctx: Context, owner: NumberOwner | null): string | null {
  return owner === null ? null : knownBrowserID(ctx, owner);
}

function live(db: Kysely<DB>, of: CodeClient) {
  return db
    .updateTable('one_time_code')
    .where('purpose', '=', of.purpose)
    .where('mobile', '=', of.mobile)
    .where('knownBrowser', 'is not distinct from', of.knownBrowser)
    .where('endedAt', 'is', null);
}

async function endCode(
  ctx: Context,
  codes: ReturnType<typeof live>,
  reason: 'used' | 'superseded' | 'too-many-tries',
): Promise<boolean> {
  const ended = await codes
    .set({ endedAt: ctx.clock.now().toString(), endReason: reason })
    .executeTakeFirst();
  return ended.numUpdatedRows > 0n;
}

type Sealed = Pick<CodeAttempt, 'purpose' | 'mobile' | 'otp'> & {
  readonly id: string;
  readonly accountID: string | null;
};

/** Only the HMAC is stored: a copy of the table does not allow trying all codes against it. */
function macOf(ctx: Context, of: Sealed): string {
  return ctx.keys.mac('code', [of.purpose, of.mobile, of.accountID ?? '', of.id, of.otp].join('|'));
}

function isSame(a: string, b: string): boolean {
  return timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'));
}

const HOUR = Temporal.Duration.from({ hours: 1 });

/**
 * Cron job: pages someone, at most once an hour per prefix, if codes are sent to a prefix but hardly ever
 * used.
 */
export async function alertOnUnusedCodes(ctx: Context): Promise<void> {
  const prefix = sql<string>`left(mobile, ${sql.lit(PREFIX_DIGITS)})`;
  const counted = await ctx.db
    .selectFrom('one_time_code')
    .select([
      prefix.as('prefix'),
      sql<number>`count(*)`.as('sent'),
      sql<number>`count(*) filter (where end_reason = 'used')`.as('used'),
    ])
    .where('isSent', '=', true)
    .where('createdAt', '>', ctx.clock.now().subtract(HOUR).toString())
    .groupBy(prefix)
    .execute();
  for (const codes of counted.filter(looksLikePumping)) {
    const recent = await throttle(ctx, { key: `pumping:${codes.prefix}`, most: 1, per: HOUR });
    if (recent === null)
      ctx.log.error({ wake: true, ...codes }, 'codes to a prefix are not used: possible SMS pumping');
  }
}

/**
 * The consequences of a new mobile number, whoever saved it: ends the account's sessions except the current
 * one of its owner, and notifies the old number. The account is locked, so that nobody signs in with the old
 * number meanwhile.
 */
export async function afterMobileChange(
  tx: Tx,
  account: { readonly role: Role; readonly id: string },
  oldMobile: string,
): Promise<void> {
  await endSessionsOf(tx, { ...account, ...ownSession(tx.actor, account) }, 'mobile-changed');
  const { role, id } = account;
  const whose = { [`${role}ID`]: id };
  await sendKind(tx, MOBILE_CHANGED, { to: { mobile: oldMobile }, ...whose, data: {}, keepsNothing: true });
}

import { idOf, type Role } from '#platform/kernel/actor.ts';
import { may } from '#platform/kernel/policy.ts';
import { audit } from '#platform/server/audit.ts';
import { clientNetwork, clientRules, neighbourhoodRules } from '#platform/server/client-network.ts';
import type { Context, Tx } from '#platform/server/context.ts';
import {
  clearThrottle,
  clearThrottlesLike,
  peekAll,
  peekThrottle,
  refundThrottles,
  type Throttled,
  type ThrottleRule,
  throttle,
  throttleAll,
} from '#platform/server/throttle.ts';
import { CODE_LIMITS, type CodePurpose, resendWait } from '../rules/codes.ts';
import { sendCodesUncounted } from '../rules/policy.ts';

const EVERYONE_KEY = 'code-sends-day';
const AN_HOUR = Temporal.Duration.from({ hours: 1 });

/** The account that currently has a mobile number. */
export interface NumberOwner {
  readonly role: Role;
  readonly id: string;
}

/** A number, and the owner's known browser that sends the request; null for any other browser. */
export interface CodeClient {
  readonly purpose: CodePurpose;
  readonly mobile: string;
  readonly knownBrowser: string | null;
}

interface CodeSend extends CodeClient {
  readonly send: boolean;
  readonly owner: NumberOwner | null;
}

/**
 * All limits that a send counts towards. A known browser has its own budgets, which strangers cannot use up.
 * The office is not counted by address.
 */
export function sendRules(ctx: Context, ask: CodeSend, sendsBefore: number): ThrottleRule[] {
  const byNumber = [
    resendRule(ask, sendsBefore),
    { key: `code-sends:${budgetOf(ask)}`, ...CODE_LIMITS.mobileSoon },
    dayRule(ask),
    everyoneRule(ctx, ask),
  ];
  return ask.knownBrowser !== null || may(ctx.actor, sendCodesUncounted)
    ? byNumber
    : [...byNumber, ...networkRules(ctx), ...clientSendRules(ctx, ask)];
}

/**
 * Undoes the counts of a code that could not be sent, except that the number stays one of the client's
 * different numbers: it may have been one before.
 */
export function uncountUnsent(ctx: Context, rules: readonly ThrottleRule[]): Promise<void> {
  return refundThrottles(
    ctx,
    rules.filter(({ distinct }) => distinct === undefined),
  );
}

/**
 * Pages someone, once an hour, if a send was stopped by the day's global budget or the strangers' share of
 * it.
 */
export async function reportBudget(ctx: Context, ask: CodeSend): Promise<void> {
  const rule = everyoneRule(ctx, ask);
  if ((await peekThrottle(ctx, rule)) === null) return;
  const isFirst =
    (await throttle(ctx, { key: `code-budget-told:${rule.most}`, most: 1, per: AN_HOUR })) === null;
  if (isFirst) ctx.log.error({ wake: true, most: rule.most }, 'daily budget of sign-in codes used up');
}

/** Whether a code may be tried now, for this number and client. */
export function checkTryThrottle(ctx: Context, tried: CodeClient): Promise<Throttled | null> {
  const rules = [failuresRule(ctx, tried), consecutiveRule(tried)];
  return peekAll(ctx, tried.knownBrowser === null ? [...rules, ...tryRules(ctx)] : rules);
}

/** Counts a failed try of a live code, for its number and browser, and for the client's network. */
export async function countFailure(ctx: Context, tried: CodeClient): Promise<void> {
  await throttle(ctx, failuresRule(ctx, tried));
  if ((await throttle(ctx, consecutiveRule(tried))) !== null)
    ctx.log.warn({ wake: true }, 'mobile number locked after a hundred wrong codes in a row');
  await countMiss(ctx);
}

/** Counts a try without a live code for the client's network only: it must not affect the number's owner. */
export async function countMiss(ctx: Context): Promise<void> {
  await throttleAll(ctx, tryRules(ctx));
}

/** The code was right, so it was neither guessing nor pumping. */
export async function uncountSend(ctx: Context, ask: CodeClient): Promise<void> {
  if (ask.knownBrowser === null)
    await refundThrottles(ctx, [...clientSendRules(ctx, ask), ...networkRules(ctx)]);
  await clearThrottle(ctx, resendRule(ask, 0));
  await clearThrottle(ctx, failuresRule(ctx, ask));
  await clearThrottle(ctx, consecutiveRule(ask));
}

/** Whether unknown browsers have to wait for the office or for a day to pass; see isUnderAttack. */
export async function isBlocked(ctx: Context, mobile: string): Promise<boolean> {
  const stranger = { mobile, knownBrowser: null };
  return (await peekAll(ctx, [consecutiveRule(stranger), dayRule(stranger)])) !== null;
}

/** Clears all counts of a mobile number in all browsers: sends, waits and failures. */
export function unlockMobile(ctx: Context, mobile: string): Promise<void> {
  return clearThrottlesLike(ctx, [`code-%:${mobile}`, `code-%:${mobile}:%`]);
}

/** Only the end of the number: the trail must not keep a number after its account is closed. */
export async function auditUnlock(tx: Tx, mobile: string): Promise<void> {
  const after = { mobileEndsWith: mobile.slice(-4) };
  await audit(tx, { action: 'mobile.unlocked', subject: { kind: 'mobile', id: null }, after });
}

/** The key of a number's counts: the owner's known browser separately from everyone else. */
function budgetOf({ mobile, knownBrowser }: Pick<CodeClient, 'mobile' | 'knownBrowser'>): string {
  return knownBrowser === null ? mobile : `${mobile}:${knownBrowser}`;
}

/**
 * The day's global budget of codes. Numbers without an account stop earlier, so that a flood of them leaves
 * enough for account holders. A code that is not sent costs nothing, but is refused whenever a sent one would
 * be.
 */
function everyoneRule(ctx: Context, { send, owner }: CodeSend): ThrottleRule {
  if (!send) return { key: EVERYONE_KEY, ...CODE_LIMITS.everyoneDay, checkOnly: true };
  const hasAccount = owner !== null || idOf(ctx.actor) !== null;
  return { key: EVERYONE_KEY, ...(hasAccount ? CODE_LIMITS.everyoneDay : CODE_LIMITS.strangersDay) };
}

function dayRule(ask: Pick<CodeClient, 'mobile' | 'knownBrowser'>): ThrottleRule {
  return { key: `code-sends-day:${budgetOf(ask)}`, ...CODE_LIMITS.mobileDay };
}

function resendRule(ask: CodeClient, sendsBefore: number): ThrottleRule {
  const per = Temporal.Duration.from({ seconds: resendWait(sendsBefore) });
  return { key: `code-resend:${ask.purpose}:${budgetOf(ask)}`, most: 1, per };
}

function networkRules(ctx: Context): ThrottleRule[] {
  return neighbourhoodRules('code-sends-net', CODE_LIMITS.network, ctx);
}

function clientSendRules(ctx: Context, ask: CodeClient): ThrottleRule[] {
  return clientRules('code-mobiles', { ...CODE_LIMITS.mobilesOfAddress, distinct: ask.mobile }, ctx);
}

/** For a number and browser; without cookies, for a network. */
function failuresRule(ctx: Context, { mobile, knownBrowser }: CodeClient): ThrottleRule {
  const browser = knownBrowser ?? ctx.visitor ?? clientNetwork(ctx);
  return { key: `code-failures:${mobile}:${browser}`, ...CODE_LIMITS.failures };
}

function consecutiveRule(tried: Pick<CodeClient, 'mobile' | 'knownBrowser'>): ThrottleRule {
  return { key: `code-failures-in-a-row:${budgetOf(tried)}`, ...CODE_LIMITS.failuresInARow };
}

function tryRules(ctx: Context): ThrottleRule[] {
  return clientRules('code-tries', CODE_LIMITS.tries, ctx);
}

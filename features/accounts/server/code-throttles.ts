import { may } from '#platform/kernel/policy.ts';
import { clientRules, neighbourhoodRules } from '#platform/server/client-network.ts';
import type { Context } from '#platform/server/context.ts';
import {
  clearThrottle,
  peekThrottle,
  type Throttled,
  type ThrottleRule,
  throttle,
  uncountAll,
} from '#platform/server/throttle.ts';
import { CODE_LIMITS, type CodePurpose, resendWait } from '../rules/codes.ts';
import { sendCodesUncounted } from '../rules/policy.ts';

const everyoneRule: ThrottleRule = { key: 'code-sends-day', ...CODE_LIMITS.everyoneDay };

interface CodeSend {
  readonly purpose: CodePurpose;
  readonly mobile: string;
}

/** Everything a send is counted under. The office, at its desk, is not counted by address. */
export function sendRules(ctx: Context, ask: CodeSend, sendsBefore: number): ThrottleRule[] {
  const byMobile = [
    resendRule(ask, sendsBefore),
    { key: `code-sends:${ask.mobile}`, ...CODE_LIMITS.mobileSoon },
    { key: `code-sends-day:${ask.mobile}`, ...CODE_LIMITS.mobileDay },
    everyoneRule,
  ];
  return may(ctx.actor, sendCodesUncounted)
    ? byMobile
    : [...byMobile, ...networkRules(ctx), ...clientSendRules(ctx, ask)];
}

/** Wakes someone when it is the day's budget for everybody that stopped a send. */
export async function reportBudget(ctx: Context): Promise<void> {
  if ((await peekThrottle(ctx, everyoneRule)) === null) return;
  ctx.log.error({ wake: true, most: everyoneRule.most }, "the day's budget of codes is used up");
}

/** Whether this mobile may try a code now. */
export async function checkTryThrottle(ctx: Context, mobile: string): Promise<Throttled | null> {
  return (
    (await peekThrottle(ctx, failuresRule(mobile))) ?? (await peekThrottle(ctx, consecutiveRule(mobile)))
  );
}

/** Counts a failed try; one at a code that was alive also counts towards a hundred in a row. */
export async function countFailure(ctx: Context, mobile: string, wasAlive: boolean): Promise<void> {
  await throttle(ctx, failuresRule(mobile));
  if (wasAlive && (await throttle(ctx, consecutiveRule(mobile))) !== null) {
    ctx.log.warn({ wake: true }, 'a mobile number is locked after a hundred wrong codes in a row');
  }
}

/** The code was right: it was no guessing, and no pumping. */
export async function uncountSend(ctx: Context, ask: CodeSend): Promise<void> {
  await uncountAll(ctx, clientSendRules(ctx, ask));
  await uncountAll(ctx, networkRules(ctx));
  await clearThrottle(ctx, resendRule(ask, 0));
  await unlockMobile(ctx, ask.mobile);
}

/** Forgets the failures of a mobile number. */
export async function unlockMobile(ctx: Context, mobile: string): Promise<void> {
  await clearThrottle(ctx, failuresRule(mobile));
  await clearThrottle(ctx, consecutiveRule(mobile));
}

function resendRule(ask: CodeSend, sendsBefore: number): ThrottleRule {
  const per = Temporal.Duration.from({ seconds: resendWait(sendsBefore) });
  return { key: `code-resend:${ask.purpose}:${ask.mobile}`, most: 1, per };
}

function networkRules(ctx: Context): ThrottleRule[] {
  return neighbourhoodRules('code-sends-net', CODE_LIMITS.network, ctx);
}

function clientSendRules(ctx: Context, ask: CodeSend): ThrottleRule[] {
  return clientRules('code-mobiles', { ...CODE_LIMITS.mobilesOfAddress, distinct: ask.mobile }, ctx);
}

function failuresRule(mobile: string): ThrottleRule {
  return { key: `code-failures:${mobile}`, ...CODE_LIMITS.failures };
}

function consecutiveRule(mobile: string): ThrottleRule {
  return { key: `code-failures-in-a-row:${mobile}`, ...CODE_LIMITS.failuresInARow };
}

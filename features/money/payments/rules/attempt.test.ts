import { describe, expect, it } from 'vitest';
import { type AttemptStatus, judge, type Outcome, recoveryOf, type Verdict } from './attempt.ts';

const paid = { status: 'succeeded', paymentIntentID: 'pi_1', amount: 9300, currency: 'SGD' } as const;
const asks = { status: 'requires_action', paymentIntentID: 'pi_1', clientSecret: 's' } as const;
const no = { status: 'declined', paymentIntentID: 'pi_1', code: 'insufficient_funds' } as const;
const cancelledVisit = { status: 'declined', paymentIntentID: 'pi_1', code: 'canceled' } as const;
const lost = { status: 'unknown', why: 'no reply' } as const;

describe('the verdict on an outcome', () => {
  it.each<[AttemptStatus, Outcome, Verdict['step']]>([
    ['created', paid, 'succeed'],
    ['sent', paid, 'succeed'],
    ['unknown', paid, 'succeed'],
    ['requires_action', paid, 'succeed'],
    ['failed', paid, 'succeed'],
    ['canceled', paid, 'succeed'],
    ['succeeded', paid, 'nothing'],
    ['sent', asks, 'ask'],
    ['unknown', asks, 'ask'],
    ['failed', asks, 'nothing'],
    ['succeeded', asks, 'nothing'],
    ['sent', no, 'fail'],
    ['requires_action', no, 'fail'],
    ['failed', no, 'nothing'],
    ['succeeded', no, 'nothing'],
    ['requires_action', cancelledVisit, 'cancel'],
    ['canceled', cancelledVisit, 'nothing'],
    ['succeeded', cancelledVisit, 'nothing'],
    ['sent', lost, 'wait'],
    ['unknown', lost, 'wait'],
    ['requires_action', lost, 'nothing'],
    ['failed', lost, 'nothing'],
    ['succeeded', lost, 'nothing'],
  ])('%s and then %j: %s', (status, outcome, step) => {
    const attempt = { status, amount: 9300, currency: 'SGD', paymentIntentID: 'pi_1' };
    expect(judge(attempt, outcome).step).toBe(step);
  });

  it.each([
    ['a different amount', { ...paid, amount: 9299 }, 'amount_mismatch'],
    ['a different currency', { ...paid, currency: 'USD' }, 'amount_mismatch'],
    ['a different payment', { ...paid, paymentIntentID: 'pi_2' }, 'other_payment'],
  ])('%s raises an alarm and pays nothing', (_name, outcome, why) => {
    const attempt = { status: 'sent', amount: 9300, currency: 'SGD', paymentIntentID: 'pi_1' } as const;
    expect(judge(attempt, outcome)).toEqual({ step: 'alarm', why });
  });

  it('an outcome in sgd matches an attempt in SGD', () => {
    const attempt = { status: 'sent', amount: 9300, currency: 'SGD', paymentIntentID: null } as const;
    expect(judge(attempt, { ...paid, currency: 'sgd' }).step).toBe('succeed');
  });
});

describe('recovery by the cron job', () => {
  const start = Temporal.Instant.from('2026-11-23T02:00:00Z');
  it.each([
    ['created', 59, 'leave'],
    ['created', 60, 'repeat'],
    ['created', 15 * 60, 'give-up'],
    ['sent', 59, 'leave'],
    ['sent', 60, 'repeat'],
    ['unknown', 23 * 3600, 'repeat'],
    ['unknown', 24 * 3600, 'find'],
    ['requires_action', 60, 'find'],
    ['requires_action', 15 * 60 - 1, 'find'],
    ['requires_action', 15 * 60, 'give-up'],
  ] as const)('%s after %i s: %s', (status, seconds, step) => {
    const sentAt = status === 'created' ? null : start;
    expect(recoveryOf({ status, createdAt: start, sentAt }, start.add({ seconds }))).toBe(step);
  });
});

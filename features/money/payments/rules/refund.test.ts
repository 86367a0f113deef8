import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '#platform/kernel/refusal.ts';
import {
  allocateRefund,
  type DecidedRefund,
  type JudgedRefund,
  judgeRefund,
  type RefundNews,
  type RefundRequest,
  refundRecoveryOf,
} from './refund.ts';

const part = (jobID: string, cents: number) => ({ jobID, cents });
const series = { left: 9300, parts: [part('a', 5000), part('b', 4300)] };

describe('the amount of a refund', () => {
  it.each<[string, RefundRequest, DecidedRefund]>([
    ['all that is left', {}, { cents: 9300, parts: [part('a', 5000), part('b', 4300)] }],
    [
      'an amount, in proportion to what is left of each visit',
      { cents: 930 },
      { cents: 930, parts: [part('a', 500), part('b', 430)] },
    ],
    ['one cent', { cents: 1 }, { cents: 1, parts: [part('a', 1)] }],
    ['one visit', { parts: [part('b', 4300)] }, { cents: 4300, parts: [part('b', 4300)] }],
    ['all of one visit', { jobID: 'b' }, { cents: 4300, parts: [part('b', 4300)] }],
    ['an amount of one visit', { jobID: 'b', cents: 2150 }, { cents: 2150, parts: [part('b', 2150)] }],
    [
      'parts of visits',
      { parts: [part('a', 1), part('b', 2)] },
      { cents: 3, parts: [part('a', 1), part('b', 2)] },
    ],
    [
      'a visit with a zero share',
      { parts: [part('a', 0), part('b', 2)] },
      { cents: 2, parts: [part('b', 2)] },
    ],
  ])('%s', (_name, wanted, decided) => {
    expect(allocateRefund(series, wanted)).toEqual(decided);
  });

  it('skips visits that were refunded already', () => {
    const left = { left: 4300, parts: [part('a', 0), part('b', 4300)] };
    expect(allocateRefund(left, { cents: 100 })).toEqual({ cents: 100, parts: [part('b', 100)] });
  });

  it('has no parts if the payment was for no visit', () => {
    expect(allocateRefund({ left: 500, parts: [] }, {})).toEqual({ cents: 500, parts: [] });
  });

  it.each<[string, RefundRequest, number]>([
    ['more than is left', { cents: 9301 }, 9300],
    ['more than is left of a visit', { parts: [part('b', 4301)] }, 4300],
    ['an amount above what is left of the one visit', { jobID: 'b', cents: 4301 }, 4300],
    ['a visit that the payment was not for', { parts: [part('c', 1)] }, 0],
  ])('is refused: %s', (_name, wanted, left) => {
    expect(allocateRefund(series, wanted)).toMatchObject({
      refusal: 'refund_too_much',
      extensions: { left },
    });
  });

  it('of one visit takes what an earlier refund has left of it, and leaves the others alone', () => {
    const left = { left: 7150, parts: [part('a', 5000), part('b', 2150), part('c', 0)] };
    expect(allocateRefund(left, { jobID: 'b' })).toEqual({ cents: 2150, parts: [part('b', 2150)] });
    expect(allocateRefund(left, { jobID: 'c' })).toMatchObject({
      refusal: 'refund_too_much',
      detail: 'This visit has already been refunded in full.',
      extensions: { left: 0 },
    });
    expect(allocateRefund(left, { jobID: 'd', cents: 1 })).toMatchObject({ refusal: 'not_refundable' });
  });

  it('is refused if everything was refunded', () => {
    const refused = allocateRefund({ left: 0, parts: [part('a', 0)] }, {});
    expect(refused).toMatchObject({ refusal: 'refund_too_much', extensions: { left: 0 } });
  });

  it.each<RefundRequest>([
    { cents: 0 },
    { cents: -1 },
    { parts: [] },
    { parts: [part('a', -1), part('b', 2)] },
  ])('%j is a bug of the caller', (wanted) => {
    expect(() => allocateRefund(series, wanted)).toThrow('A refund must be positive');
  });

  it('adds up to the amount and never exceeds what is left of any visit, however it is split', () => {
    const parts = fc.array(fc.nat({ max: 100_000 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(parts, fc.nat(), (cents, seed) => {
        const left = cents.reduce((sum, one) => sum + one, 0);
        fc.pre(left > 0);
        const wanted = (seed % left) + 1;
        const given = cents.map((one, index) => part(String(index), one));
        const decided = allocateRefund({ left, parts: given }, { cents: wanted });
        if (isRefusal(decided)) throw new Error(decided.refusal);
        expect(decided.parts.reduce((sum, one) => sum + one.cents, 0)).toBe(wanted);
        for (const one of decided.parts) {
          expect(one.cents).toBeGreaterThan(0);
          expect(one.cents).toBeLessThanOrEqual(cents[Number(one.jobID)] ?? 0);
        }
      }),
    );
  });
});

describe('the outcome of a refund', () => {
  const fresh = (status: JudgedRefund['status']): JudgedRefund => ({ status, providerRefundID: null });
  const known = (status: JudgedRefund['status']): JudgedRefund => ({ status, providerRefundID: 're_1' });
  const arrived: RefundNews = { status: 'succeeded', providerRefundID: 're_1' };
  const pending: RefundNews = { status: 'pending', providerRefundID: 're_1' };
  const failed: RefundNews = { status: 'failed', providerRefundID: 're_1', code: 'lost_or_stolen_card' };
  const refused: RefundNews = { status: 'failed', providerRefundID: null, code: 'charge_disputed' };
  const unknown: RefundNews = { status: 'unknown' };

  it.each<[JudgedRefund, RefundNews, ReturnType<typeof judgeRefund>]>([
    [fresh('sent'), arrived, 'succeed'],
    [fresh('sent'), pending, 'wait'],
    [fresh('sent'), failed, 'fail'],
    [fresh('sent'), refused, 'fail'],
    [fresh('sent'), unknown, 'ask-again'],
    [fresh('unknown'), unknown, 'ask-again'],
    [fresh('unknown'), arrived, 'succeed'],
    [known('pending'), pending, 'nothing'],
    [known('pending'), unknown, 'nothing'],
    [known('pending'), arrived, 'succeed'],
    [known('pending'), failed, 'fail'],
    [known('succeeded'), arrived, 'nothing'],
    [known('succeeded'), pending, 'nothing'],
    [known('succeeded'), unknown, 'nothing'],
    // It had seemed to succeed, then the customer's bank returned it.
    [known('succeeded'), failed, 'fail'],
    // Read before it failed, applied after.
    [known('failed'), arrived, 'nothing'],
    [known('failed'), failed, 'nothing'],
    // The request seemed refused, but the refund exists.
    [fresh('failed'), arrived, 'succeed'],
    [fresh('failed'), pending, 'wait'],
    [fresh('failed'), refused, 'nothing'],
    [fresh('failed'), unknown, 'nothing'],
  ])('%j, %j: %s', (refund, news, step) => {
    expect(judgeRefund(refund, news)).toBe(step);
  });
});

describe('recovery of a refund by the cron job', () => {
  const at = (minutes: number) =>
    Temporal.Instant.from('2026-11-23T02:00:00Z').add({ seconds: minutes * 60 });
  it.each([
    ['created', null, 0.5, 'leave'],
    ['created', null, 1, 'send'],
    ['created', null, 3000, 'send'],
    ['sent', 0, 0.5, 'leave'],
    ['sent', 0, 1, 'find'],
    ['unknown', 0, 1, 'find'],
    ['unknown', 1430, 1435, 'find'],
    ['unknown', 1430, 1440, 'look'],
    ['pending', 0, 1, 'look'],
  ] as const)('%s, sent after %s minutes, looked at after %s: %s', (status, sent, now, step) => {
    const sentAt = sent === null ? null : at(sent);
    expect(refundRecoveryOf({ status, createdAt: at(0), sentAt }, at(now))).toBe(step);
  });
});

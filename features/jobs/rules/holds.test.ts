import { describe, expect, it } from 'vitest';
import { holdAfterDecline, holdUntil } from './holds.ts';

const bookedAt = Temporal.Instant.from('2026-11-23T10:00:00+08:00');
const at = (minutes: number) => bookedAt.add({ minutes });

describe('a hold after a declined card', () => {
  it.each([
    ['in good time: as it was', 15, 2, 15],
    ['late: ten more minutes', 15, 14, 24],
    ['again and again: up to 45 minutes after the booking', 44, 40, 45],
    ['at the bound: no longer', 45, 44, 45],
    ['held again later: as it was', 75, 61, 75],
  ])('%s', (_what, expires, now, ends) => {
    const hold = { expiresAt: at(expires), bookedAt };
    expect(holdAfterDecline(hold, at(now)).equals(at(ends))).toBe(true);
  });

  it('ends by itself, however many cards are declined', () => {
    let expiresAt = holdUntil(bookedAt);
    for (let minute = 1; minute < 300; minute += 1) {
      expiresAt = holdAfterDecline({ expiresAt, bookedAt }, at(minute));
    }
    expect(expiresAt.equals(at(45))).toBe(true);
  });
});

import { expect, it } from 'vitest';
import { secondsUntilNextChallenge, type UnansweredChallenge } from './challenges.ts';

const now = Temporal.Instant.from('2026-11-23T10:00:00+08:00');
const lifetime = Temporal.Duration.from({ minutes: 15 });
const asked = (minutesAgo: number, isOpenElsewhere = false): UnansweredChallenge => ({
  askedAt: now.subtract({ minutes: minutesAgo }),
  isOpenElsewhere,
});
const DAY = 24 * 60;

it.each<[string, UnansweredChallenge[], number]>([
  ['the first', [], 0],
  ['after four unanswered', [1, 2, 3, 4].map((ago) => asked(ago)), 0],
  [
    'after five: when the oldest is a day old',
    [10, 20, 30, 40, 60].map((ago) => asked(ago)),
    (DAY - 60) * 60,
  ],
  ['after five of which one is a day old', [10, 20, 30, 40, DAY].map((ago) => asked(ago)), 0],
  ['while a challenge for another booking is open', [asked(5, true)], 10 * 60],
])('another challenge: %s', (_what, unanswered, seconds) => {
  expect(secondsUntilNextChallenge(unanswered, { now, lifetime })).toBe(seconds);
});

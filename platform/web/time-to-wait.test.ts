import { describe, expect, it } from 'vitest';
import { ApiError } from './api/api-error.ts';
import { timeToWait, timeToWaitOf } from './time-to-wait.ts';

describe('the time to wait', () => {
  it.each([
    [1, '1 second', '1 秒'],
    [60, '60 seconds', '60 秒'],
    [61, '2 minutes', '2 分钟'],
    [3540, '59 minutes', '59 分钟'],
    [7200, '120 minutes', '120 分钟'],
    [7201, '3 hours', '3 小时'],
  ])('of %i seconds is %s', (seconds, en, zh) => {
    expect([timeToWait(seconds, 'en'), timeToWait(seconds, 'zh')]).toEqual([en, zh]);
  });

  const refusal = (extensions: object) =>
    new ApiError({ status: 429, code: 'throttled', title: '', detail: '', extensions: { ...extensions } });

  it.each([
    [refusal({ retryAfter: 90 }), '2 minutes'],
    [refusal({ retryAfter: 0.2 }), '1 second'],
    [refusal({}), null],
    [refusal({ retryAfter: 'soon' }), null],
    [new Error('another'), null],
  ])('is taken from the server: %s', (problem, words) => {
    expect(timeToWaitOf(problem, 'en')).toBe(words);
  });
});

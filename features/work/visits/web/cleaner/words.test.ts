import { expect, test } from 'vitest';
import { earlyBy, monthTotal, nextIn, openLines, sentLater } from './words.ts';

test.each([
  [16, '16 minutes before the booked end.', '比预约的结束时间早 16 分钟。'],
  [60, '1 hour before the booked end.', '比预约的结束时间早 1 小时。'],
  [221, '3 hours 41 minutes before the booked end.', '比预约的结束时间早 3 小时 41 分钟。'],
])('%i minutes early', (minutes, text, zh) => {
  expect(earlyBy(minutes)).toEqual({ text, zh });
});

test('uses singular and plural forms', () => {
  expect([openLines(1).text, openLines(2).text]).toEqual([
    '1 item is not ticked:',
    '2 items are not ticked:',
  ]);
  const later = (ticks: number) =>
    sentLater({ ticks, starts: 0, finishes: 0 }, { trouble: 'unreachable' }).text;
  expect([later(1), later(2)]).toEqual([
    'No signal. Carry on. 1 tick will be sent later.',
    'No signal. Carry on. 2 ticks will be sent later.',
  ]);
});

test('unsent items are listed by kind', () => {
  expect(sentLater({ ticks: 3, starts: 0, finishes: 1 }, { trouble: null })).toEqual({
    text: '3 ticks and 1 clock-out will be sent later.',
    zh: '3 项勾选和1 次签退稍后会自动发送。',
  });
  expect(sentLater({ ticks: 0, starts: 1, finishes: 0 }, { trouble: null })).toEqual({
    text: '1 clock-in will be sent later.',
    zh: '1 次签到稍后会自动发送。',
  });
});

test('below the banner that says it, being offline is not mentioned again', () => {
  expect(sentLater({ ticks: 3, starts: 0, finishes: 0 }, { trouble: null })).toEqual({
    text: '3 ticks will be sent later.',
    zh: '3 项勾选稍后会自动发送。',
  });
});

test('an unresponsive server is not reported as being offline', () => {
  expect(sentLater({ ticks: 3, starts: 0, finishes: 0 }, { trouble: 'busy' })).toEqual({
    text: 'The server is not responding. Carry on. 3 ticks will be sent later.',
    zh: '服务器暂时没有回应，请继续。3 项勾选稍后会自动发送。',
  });
});

test.each([
  [0, 'Next, now', '现在'],
  [59, 'Next, in 59 minutes', '59 分钟后'],
  [60, 'Next, in 1 hour', '1 小时后'],
  [110, 'Next, in 1 hour 50 minutes', '1 小时 50 分钟后'],
  [120, 'Next, in 2 hours', '2 小时后'],
  [48 * 60, 'Next, in 2 days', '2 天后'],
])('%i minutes until the next visit', (minutes, text, zh) => {
  expect(nextIn(minutes)).toEqual({ text, zh });
});

test.each([
  [
    { visits: 12, minutes: 2790, untimed: 1 },
    '12 visits, 46 hours 30 minutes by the clock. 1 without times.',
    '12 次工作，打卡 46 小时 30 分钟。1 次没有打卡时间。',
  ],
  [{ visits: 1, minutes: 240, untimed: 0 }, '1 visit, 4 hours by the clock.', '1 次工作，打卡 4 小时。'],
  [{ visits: 2, minutes: 0, untimed: 2 }, '2 visits. 2 without times.', '2 次工作。2 次没有打卡时间。'],
])('the work of a month: %o', (work, text, zh) => {
  expect(monthTotal(work)).toEqual({ text, zh });
});

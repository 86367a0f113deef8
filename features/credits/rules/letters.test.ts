import { describe, expect, it } from 'vitest';
import { giftLetter, hoursText, lastDayText } from './letters.ts';

const gift = {
  sender: 'Mei Tan',
  hours: 2.5,
  message: '',
  code: 'ABCD-EFGH-JKLM',
  link: 'https://kemas.example',
  until: '23 Dec 2026',
};

describe('the letter with a gift', () => {
  it('has the code on a line of its own', () => {
    expect(giftLetter(gift)).toEqual({
      subject: 'Mei Tan sent you 2.5 hours of cleaning',
      body: `Hello,

Mei Tan has sent you 2.5 hours of home cleaning.

Code: ABCD-EFGH-JKLM

Sign in or sign up at https://kemas.example, open Credits, then Receive, and enter the code by 23 Dec 2026. It works once.`,
    });
  });

  it('sets the sender’s words off, so that they cannot pass for ours', () => {
    const { body } = giftLetter({ ...gift, message: 'Enjoy <b>it</b>\r\nCode: XXXX-XXXX-XXXX' });
    expect(body).toContain('> Enjoy <b>it</b>\n> Code: XXXX-XXXX-XXXX\n');
    expect(body.match(/^Code: .*$/gm)).toEqual(['Code: ABCD-EFGH-JKLM']);
  });
});

it.each([
  [0.5, '0.5 hours'],
  [1, '1 hour'],
  [12, '12 hours'],
])('writes %s as %s', (hours, text) => {
  expect(hoursText(hours)).toBe(text);
});

it.each([
  ['2026-12-23T10:00:00+08:00', '23 Dec 2026'],
  ['2026-12-23T00:00:00+08:00', '22 Dec 2026'],
])('says of %s that the last day is %s', (at, text) => {
  expect(lastDayText(Temporal.Instant.from(at), 'Asia/Singapore')).toBe(text);
});

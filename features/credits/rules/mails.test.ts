import { describe, expect, it } from 'vitest';
import { giftMail, giftReturnedMail, lastDayText, purchaseMail } from './mails.ts';

const gift = {
  sender: 'Mei Tan',
  hours: 2.5,
  message: '',
  code: 'ABCD-EFGH-JKLM',
  link: 'https://kemas.example',
  until: '23 Dec 2026',
};

describe('the mail with a gift', () => {
  it('has the code on a line of its own', () => {
    expect(giftMail(gift)).toEqual({
      subject: 'Mei Tan sent you 2.5 hours of cleaning',
      body: `Hello,

Mei Tan has sent you 2.5 hours of home cleaning.

Code: ABCD-EFGH-JKLM

Sign in or sign up at https://kemas.example, open Credits, then Receive, and enter the code by 23 Dec 2026. It works once.`,
    });
  });

  it('sets the sender’s words off, so that they cannot pass for ours', () => {
    const { body } = giftMail({ ...gift, message: 'Enjoy <b>it</b>\r\nCode: XXXX-XXXX-XXXX' });
    expect(body).toContain('> Enjoy <b>it</b>\n> Code: XXXX-XXXX-XXXX\n');
    expect(body.match(/^Code: .*$/gm)).toEqual(['Code: ABCD-EFGH-JKLM']);
  });
});

it.each([
  [
    1,
    'Your 1 hour is ready: Pack.',
    'The 1 hour you sent to a@example.com was not claimed, so it is yours again.',
  ],
  [
    2,
    'Your 2 hours are ready: Pack.',
    'The 2 hours you sent to a@example.com were not claimed, so they are yours again.',
  ],
])('speaks of %s as one or several', (hours, bought, returned) => {
  const of = { firstname: 'Mei', hours, label: 'Pack', email: 'a@example.com' };
  expect(purchaseMail({ ...of, paid: 0, until: '5 Dec 2026' }).body).toContain(bought);
  expect(giftReturnedMail(of).body).toContain(returned);
});

it.each([
  ['2026-12-23T10:00:00+08:00', '23 Dec 2026'],
  ['2026-12-23T00:00:00+08:00', '22 Dec 2026'],
])('says of %s that the last day is %s', (at, text) => {
  expect(lastDayText(Temporal.Instant.from(at), 'Asia/Singapore')).toBe(text);
});

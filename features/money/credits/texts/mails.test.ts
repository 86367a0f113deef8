import { describe, expect, it } from 'vitest';
import { type Language, loadMessages } from '#languages/index.ts';
import { type MessageKind, writeDefault } from '#platform/kernel/message-kind.ts';
import { GIFT_RECEIVED, GIFT_RETURNED } from './gift-mails.ts';
import { HOURS_BOUGHT, HOURS_EXPIRING, lastDay } from './mails.ts';

const texts = { en: {}, zh: await loadMessages('zh'), ms: await loadMessages('ms') };
const around = { zone: 'Asia/Singapore', business: 'Kemas', phone: '', site: 'https://kemas.example' };
function write<D>(kind: MessageKind<D>, more: Partial<D> = {}, language: Language = 'en') {
  const data = { ...kind.example, ...more };
  return writeDefault(kind, 'email', { data, around: { ...around, language, texts: texts[language] } });
}
const gift = { hours: 2.5, message: '', isCustomer: true };

describe('the gift e-mail', () => {
  it('has the code on its own line', () => {
    expect(write(GIFT_RECEIVED, gift)).toEqual({
      subject: 'Mei Tan sent you 2.5 hours of cleaning',
      body: `Hello,

Mei Tan has sent you 2.5 hours of home cleaning.

Code: ABCD-EFGH-JKLM

Sign in with your mobile number to claim it. The link fills in the code.

Claim it by 23 Dec 2026:

https://kemas.example/dashboard/credits/send-receive#code=ABCD-EFGH-JKLM

The code works once. Use the hours by 22 Nov 2027.`,
    });
  });

  it.each([
    ['en', true, /^Sign in with your mobile number/m],
    ['en', false, /^Kemas cleans homes in Singapore\. You do not have an account yet: sign up/m],
    ['zh', true, /^请用您的手机号码登录领取/m],
    ['zh', false, /^Kemas在新加坡提供家居清洁服务。您还没有账户/m],
  ] as const)(
    'links to the sign-in, or introduces us and links to the sign-up: %s, %s',
    (language, isCustomer, words) => {
      expect(write(GIFT_RECEIVED, { ...gift, isCustomer }, language).body).toMatch(words);
    },
  );

  it.each(['en', 'zh'] as const)(
    'quotes the sender’s message, so that it cannot pass for ours: %s',
    (language) => {
      const message = 'Enjoy <b>it</b>\r\nCode: XXXX-XXXX-XXXX\n{code}';
      const { body } = write(GIFT_RECEIVED, { ...gift, message }, language);
      expect(body).toContain('> Enjoy <b>it</b>\n> Code: XXXX-XXXX-XXXX\n> {code}\n');
      expect(body.match(/^Code: .*$/gm)).toEqual(['Code: ABCD-EFGH-JKLM']);
    },
  );
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
])('uses singular or plural for %s', (hours, bought, returned) => {
  expect(write(HOURS_BOUGHT, { hours, label: 'Pack' }).body).toContain(bought);
  expect(write(GIFT_RETURNED, { hours, email: 'a@example.com' }).body).toContain(returned);
});

it.each([
  [
    'until when',
    { expired: 0, until: '2026-12-05' },
    'Use them by 5 Dec 2026.',
    '请在2026年12月5日或之前使用。',
  ],
  ['that they have expired', { expired: 4, until: null }, 'They have expired since.', '这些钟点已经过期。'],
  [
    'that some have expired',
    { expired: 1, until: '2026-12-05' },
    '1 hour of them has expired. Use the rest by 5 Dec 2026.',
    '其中1小时已经过期。其余的请在2026年12月5日或之前使用。',
  ],
  ['nothing of hours that do not expire', { expired: 0, until: null }, 'yours again.', '已退回您的账户。'],
])('describes returned hours that %s', (_what, data, en, zh) => {
  const returned = { ...data, hours: 4 };
  expect(write(GIFT_RETURNED, returned).body.trimEnd().endsWith(en)).toBe(true);
  expect(write(GIFT_RETURNED, returned, 'zh').body.endsWith(zh)).toBe(true);
});

it('lists the last days to use hours, soonest first, in both languages', () => {
  expect(write(HOURS_EXPIRING)).toEqual({
    subject: '5.5 hours to use by 5 Dec 2026',
    body: `Hello Wei Ling,

Some of your hours expire soon:
1.5 hours: until 5 Dec 2026
4 hours: until 20 Dec 2026

Book a clean before then to use them.`,
  });
  expect(write(HOURS_EXPIRING, {}, 'zh').body).toContain('1.5小时：到2026年12月5日');
});

it.each([
  ['2026-12-23T10:00:00+08:00', '2026-12-23'],
  ['2026-12-23T00:00:00+08:00', '2026-12-22'],
])('shows the last day of %s as %s', (at, text) => {
  expect(lastDay(Temporal.Instant.from(at), 'Asia/Singapore')).toBe(text);
});

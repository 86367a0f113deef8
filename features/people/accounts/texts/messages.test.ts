import { expect, it } from 'vitest';
import { loadMessages } from '#languages/index.ts';
import { writeDefault } from '#platform/kernel/message-kind.ts';
import { CODE } from './messages.ts';

const texts = { en: {}, zh: await loadMessages('zh') };

const write = (purpose: 'customer-sign-in' | 'link-facebook', language: 'en' | 'zh') =>
  writeDefault(CODE, 'sms', {
    data: { code: '004213', purpose, minutes: 5 },
    around: {
      language,
      texts: texts[language],
      zone: 'Asia/Singapore',
      business: 'Kemas',
      phone: '',
      site: 'https://kemas.example:3000',
    },
  }).body;

it('has the documented wording', () => {
  expect(write('customer-sign-in', 'en')).toBe(
    '004213 is your Kemas code. Expires in 5 min. Never share it.\n@kemas.example #004213',
  );
  expect(write('link-facebook', 'en')).toBe(
    '004213 is your Kemas code. It links a Facebook account. Expires in 5 min. Never share it.\n@kemas.example #004213',
  );
  expect(write('customer-sign-in', 'zh')).toBe(
    '004213 is your Kemas code. 验证码5分钟内有效。请勿告诉任何人。\n@kemas.example #004213',
  );
});

import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { impatientBreaker, type SmsLab, smsCases } from '../../testing/conformance.ts';
import { startFakeTwilio } from '../../testing/fake-twilio.ts';
import { makeBreakerWith } from './breaker.ts';
import { MessageRefused } from './message-refused.ts';
import { twilioSms } from './twilio-sms.ts';

const fake = await startFakeTwilio();
const sms = twilioSms({
  ...fake.account,
  reportsTo: null,
  apiUrl: fake.url,
  makeBreaker: makeBreakerWith(pino({ level: 'silent' })),
});
const message = { id: '01900000-0000-7000-8000-00000000000a', to: '6591234567', body: 'Hello' };

it.each([21211, 21610, 21614])('a number that takes no SMS (%i) is not tried again', async (code) => {
  fake.refuseNext(code);
  await expect(sms.send(message)).rejects.toThrow(new MessageRefused(code));
});

it('a wrong sender is ours to correct: the message is tried again', async () => {
  fake.refuseNext(21606);
  const failed = sms.send(message);
  await expect(failed).rejects.toMatchObject({ code: 21606 });
  await expect(failed).rejects.not.toBeInstanceOf(MessageRefused);
  await sms.send(message);
  expect(fake.taken.map(({ to }) => to)).toEqual(['+6591234567']);
});

describe('is an SMS provider that', () => {
  const lab = (): SmsLab => {
    fake.taken.length = 0;
    fake.become('works');
    return {
      sms: twilioSms({
        ...fake.account,
        reportsTo: (id) => `https://kemas.example/api/webhooks/twilio?message=${id}`,
        apiUrl: fake.url,
        makeBreaker: impatientBreaker,
      }),
      become: (mood) => (mood === 'refuses this reader' ? fake.refuseNext(21211) : fake.become(mood)),
      taken: () => fake.taken.map(({ to, body }) => ({ to: to.replace('+', ''), body })),
      secrets: [fake.account.authToken],
      report: (id, news) => {
        const statusCallback = `https://kemas.example/api/webhooks/twilio?message=${id}`;
        const { payload, headers } = fake.report(
          { to: '+6591234567', body: '', statusCallback },
          news === 'failed'
            ? { MessageStatus: 'undelivered', ErrorCode: '30003' }
            : { MessageStatus: 'delivered' },
        );
        return { url: statusCallback, body: Buffer.from(payload), header: (name) => headers[name] };
      },
    };
  };
  it.each(smsCases)('$name', ({ run }) => run(lab()));
});

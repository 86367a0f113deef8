import pino from 'pino';
import { expect, it } from 'vitest';
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

import assert from 'node:assert/strict';
import pino from 'pino';
import type { Cents } from '../kernel/money.ts';
import { createBreaker, type MakeBreaker } from '../server/providers/breaker.ts';
import type { CalendarProvider } from '../server/providers/calendar.ts';
import type { FileStore } from '../server/providers/files.ts';
import type { GeocodingProvider } from '../server/providers/geocoding.ts';
import type { MailProvider } from '../server/providers/mail.ts';
import { MessageRefused } from '../server/providers/message-refused.ts';
import type { ChargeOrder, PaymentProvider } from '../server/providers/payments.ts';
import type { ReportRequest, SmsProvider } from '../server/providers/sms.ts';

/*
 * What a provider of each kind has to do, as cases for any test runner (docs/providers.md). Ours pass them too. A lab is
 * made anew for each case: the provider, and the service that it talks to, real or a fake over its protocol.
 */

export interface ConformanceCase<Lab> {
  readonly name: string;
  run(lab: Lab): Promise<void>;
}

/** For the provider: requests time out after 200 ms, and five failures open it. */
export const impatientBreaker: MakeBreaker = (options) =>
  createBreaker({ ...options, timeoutMs: 200, log: pino({ level: 'silent' }) });

/** What the service does with the next requests. */
export type Mood = 'works' | 'refuses this reader' | 'is down' | 'never answers';

interface MessageLab {
  /** Applies until it is called again. */
  become(mood: Mood): void;
  /** Keys and passwords, which no error may contain. */
  readonly secrets: readonly string[];
}

export interface SmsLab extends MessageLab {
  readonly sms: SmsProvider;
  /** The messages that the gateway has accepted, in order; numbers as 65XXXXXXXX. */
  taken(): readonly { readonly to: string; readonly body: string }[];
  /** A report that the gateway would send, signed; null if it sends none. */
  readonly report: ((messageID: string, news: 'delivered' | 'failed') => ReportRequest) | null;
}

export interface MailLab extends MessageLab {
  readonly mail: MailProvider;
  taken(): readonly { readonly to: string; readonly subject: string; readonly body: string }[];
}

const ID = '01900000-0000-7000-8000-00000000000a';
const TEXT = { id: ID, to: '6591234567', body: 'Booked: Fri & Sat {id} = 已预约 🧹\nReply STOP' };
const MAIL = { id: ID, to: 'tan@example.com', subject: 'Booked. 已预约', body: 'See you on Friday.\n' };

/** The error, which a working provider does not throw. */
async function failure(promise: Promise<unknown>): Promise<Error> {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof Error, 'expected an error, so that the message is sent again later');
  return error;
}

/** Shared by SMS and mail. `send` sends `about`. */
function messageCases<Lab extends MessageLab & { taken(): readonly unknown[] }>(
  send: (lab: Lab) => Promise<unknown>,
  check: (lab: Lab) => Promise<void> | undefined,
  personal: readonly string[],
): ConformanceCase<Lab>[] {
  return [
    {
      name: 'says for good that a reader cannot be reached',
      async run(lab) {
        lab.become('refuses this reader');
        assert.ok((await failure(send(lab))) instanceof MessageRefused, 'throw MessageRefused');
        assert.equal(lab.taken().length, 0);
      },
    },
    ...(['is down', 'never answers'] as const).map((mood) => ({
      name: `throws when the service ${mood}, and sends the message later`,
      async run(lab: Lab) {
        lab.become(mood);
        const error = await failure(send(lab));
        assert.ok(!(error instanceof MessageRefused), 'the reader is not to blame: throw another error');
        lab.become('works');
        await send(lab);
        assert.equal(lab.taken().length, 1);
      },
    })),
    {
      name: 'leaves a service alone that does not respond: use makeBreaker',
      async run(lab) {
        lab.become('is down');
        for (let failed = 0; failed < 5; failed += 1) await failure(send(lab));
        lab.become('works');
        assert.match((await failure(send(lab))).message, /Circuit breaker open/);
        assert.equal(lab.taken().length, 0);
      },
    },
    {
      name: 'names neither the reader nor a key in an error',
      async run(lab) {
        lab.become('is down');
        const error = await failure(send(lab));
        const said = JSON.stringify(error, Object.getOwnPropertyNames(error)) + error.stack;
        for (const word of [...personal, ...lab.secrets]) assert.ok(!said.includes(word), `found ${word}`);
      },
    },
    {
      name: 'can be tried without sending anything',
      async run(lab) {
        await check(lab);
        assert.equal(lab.taken().length, 0);
        lab.become('is down');
        const tried = check(lab);
        if (tried !== undefined) await failure(tried);
      },
    },
  ];
}

export const smsCases: readonly ConformanceCase<SmsLab>[] = [
  {
    name: 'sends a text as it is',
    async run({ sms, taken }) {
      await sms.send(TEXT);
      assert.deepEqual(
        taken().map(({ to, body }) => ({ to, body })),
        [{ to: TEXT.to, body: TEXT.body }],
      );
    },
  },
  ...messageCases<SmsLab>(
    ({ sms }) => sms.send(TEXT),
    ({ sms }) => sms.check?.(),
    [TEXT.to, 'Reply STOP'],
  ),
  {
    name: 'reads its own reports, and no others',
    async run({ sms, report }) {
      if (report === null) return assert.equal(sms.readReport, undefined);
      const read = async (request: ReportRequest) => (await sms.readReport?.(request)) ?? null;
      const delivered = await read(report(ID, 'delivered'));
      assert.ok(delivered?.news === 'delivered' && [ID, null].includes(delivered.messageID));
      const failed = await read(report(ID, 'failed'));
      assert.ok(failed?.news === 'failed' && failed.reason !== '');
      const right = report(ID, 'failed');
      assert.equal(
        await read({ ...right, header: () => undefined, body: Buffer.from('status=delivered') }),
        null,
      );
      assert.equal(await read({ ...right, header: () => undefined, body: Buffer.from('{"') }), null);
    },
  },
];

export const mailCases: readonly ConformanceCase<MailLab>[] = [
  {
    name: 'sends a message as it is',
    async run({ mail, taken }) {
      await mail.send(MAIL);
      const [sent] = taken();
      assert.equal(sent?.to, MAIL.to);
      assert.equal(sent.subject, MAIL.subject);
      assert.ok(sent.body.includes('See you on Friday.'));
    },
  },
  {
    name: 'takes no line break in a header',
    async run({ mail, taken }) {
      const broken = 'a@example.com\r\nBcc: b@example.com';
      for (const more of [{ to: broken }, { subject: broken }, { senderName: broken }, { replyTo: broken }])
        await failure(mail.send({ ...MAIL, ...more }));
      assert.equal(taken().length, 0);
    },
  },
  ...messageCases<MailLab>(
    ({ mail }) => mail.send(MAIL),
    ({ mail }) => mail.check?.(),
    [MAIL.to, 'See you on Friday'],
  ),
];

export interface FilesLab {
  readonly files: FileStore;
}

export const filesCases: readonly ConformanceCase<FilesLab>[] = [
  {
    name: 'returns what was put until it is removed; all three can be repeated',
    async run({ files }) {
      const file = { bytes: Uint8Array.from([0, 255, 1, 254]), type: 'image/webp' };
      const key = `${ID}-96.webp`;
      assert.equal(await files.get(key), null);
      await files.put(key, file);
      await files.put(key, file);
      assert.deepEqual([...((await files.get(key)) ?? [])], [...file.bytes]);
      await files.remove(key);
      await files.remove(key);
      assert.equal(await files.get(key), null);
    },
  },
  ...['../secret.jpg', '/etc/passwd.jpg', 'a/../../b.jpg', '.hidden.jpg', 'a', 'a\0.jpg', ''].map((key) => ({
    name: `takes no key outside the store: ${JSON.stringify(key)}`,
    async run({ files }: FilesLab) {
      await failure(files.put(key, { bytes: Uint8Array.of(1), type: 'image/webp' }));
      await failure(files.get(key));
      await failure(files.remove(key));
    },
  })),
];

export interface GeocodingLab {
  readonly geocoding: GeocodingProvider;
  /** A postal code that the service knows, with its place. */
  readonly known: { readonly postal: string; readonly street: string; readonly latitude: number };
  become(mood: Exclude<Mood, 'refuses this reader'>): void;
}

export const geocodingCases: readonly ConformanceCase<GeocodingLab>[] = [
  {
    name: 'finds a place, and says that one does not exist',
    async run({ geocoding, known }) {
      const place = await geocoding.find(known.postal);
      assert.equal(place?.street, known.street);
      assert.ok(Math.abs(place.latitude - known.latitude) < 0.001);
      assert.equal(await geocoding.find('999999'), null);
    },
  },
  ...(['is down', 'never answers'] as const).map((mood) => ({
    name: `throws when the service ${mood}: the person types the address`,
    async run({ geocoding, known, become }: GeocodingLab) {
      become(mood);
      await failure(geocoding.find(known.postal));
    },
  })),
];

export interface CalendarLab {
  readonly calendar: CalendarProvider;
  /** The events that people see. */
  events(): readonly { readonly title: string; readonly startTime: string }[];
  become(mood: 'works' | 'is down' | 'never answers' | 'loses its answer'): void;
}

const EVENT = {
  id: ID,
  title: 'One-time clean: Mei Tan',
  location: 'Blk 145 Lorong 2 Toa Payoh, Singapore 310145',
  startTime: '2026-11-26T09:00:00+08:00',
  endTime: '2026-11-26T12:00:00+08:00',
};

export const calendarCases: readonly ConformanceCase<CalendarLab>[] = [
  {
    name: 'shows a job once, where it is now, until it is deleted; and again if it is booked again',
    async run({ calendar, events }) {
      await Promise.all(Array.from({ length: 5 }, () => calendar.putEvent(EVENT)));
      await calendar.putEvent({ ...EVENT, startTime: '2026-11-26T10:00:00+08:00' });
      assert.deepEqual(
        events().map(({ title, startTime }) => [title, startTime]),
        [[EVENT.title, '2026-11-26T10:00:00+08:00']],
      );
      await calendar.deleteEvent(ID);
      await calendar.deleteEvent(ID);
      assert.equal(events().length, 0);
      await calendar.putEvent(EVENT);
      assert.equal(events().length, 1);
    },
  },
  ...(['is down', 'never answers', 'loses its answer'] as const).map((mood) => ({
    name: `throws when the service ${mood}, and can be repeated`,
    async run({ calendar, events, become }: CalendarLab) {
      become(mood);
      const error = await failure(calendar.putEvent(EVENT));
      assert.ok(!error.message.includes('Mei'));
      become('works');
      await calendar.putEvent(EVENT);
      assert.equal(events().length, 1);
    },
  })),
];

export interface PaymentsLab {
  readonly payments: PaymentProvider;
  /** A token of a card that pays, or is declined. */
  token(card: 'pays' | 'is declined'): Promise<string>;
  /** The provider's reply to the next charge is lost, after it was made. */
  loseNextReply(): void;
  /** Charges that took money. */
  charges(): Promise<number>;
  /** A webhook with its signature. */
  event(paymentIntentID: string): { readonly payload: string; readonly signature: string };
}

async function orderOf(lab: PaymentsLab, card: 'pays' | 'is declined', attemptID = ID): Promise<ChargeOrder> {
  return {
    attemptID,
    amount: 9000 as Cents,
    currency: 'SGD',
    instrument: { kind: 'token', token: await lab.token(card), keep: false },
    customer: {
      id: '01900000-0000-7000-8000-00000000000b',
      stripeCustomerID: null,
      fullname: 'Mei Tan',
      email: 'mei@example.com',
      mobile: '6591234567',
    },
    receiptEmail: null,
    description: 'One-time clean',
    metadata: {},
    offSession: false,
  };
}

export const paymentsCases: readonly ConformanceCase<PaymentsLab>[] = [
  {
    name: 'charges once however often it is asked for the same attempt, and finds it again',
    async run(lab) {
      const order = await orderOf(lab, 'pays');
      const first = await lab.payments.charge(order);
      const again = await lab.payments.charge(order);
      assert.ok(first.status === 'succeeded' && again.status === 'succeeded');
      assert.equal(first.amount, 9000);
      assert.equal(again.paymentIntentID, first.paymentIntentID);
      const found = await lab.payments.findCharge({
        customerRef: null,
        attemptID: ID,
        paymentIntentID: first.paymentIntentID,
      });
      assert.equal(found?.status, 'succeeded');
      assert.equal(await lab.charges(), 1);
    },
  },
  {
    name: 'says that a card was declined, and takes nothing',
    async run(lab) {
      const outcome = await lab.payments.charge(await orderOf(lab, 'is declined'));
      assert.ok(outcome.status === 'declined' && outcome.code !== '');
      assert.equal(await lab.charges(), 0);
    },
  },
  {
    name: 'concludes nothing from a lost reply; repeated, the charge is found and not made twice',
    async run(lab) {
      const order = await orderOf(lab, 'pays');
      lab.loseNextReply();
      assert.equal((await lab.payments.charge(order)).status, 'unknown');
      assert.equal((await lab.payments.charge(order)).status, 'succeeded');
      assert.equal(await lab.charges(), 1);
    },
  },
  {
    name: 'refunds once however often it is asked, and never more than was paid',
    async run(lab) {
      const paid = await lab.payments.charge(await orderOf(lab, 'pays'));
      assert.ok(paid.status === 'succeeded');
      const { paymentIntentID } = paid;
      const order = { refundID: ID, paymentIntentID, amount: 6000 as Cents, metadata: {} };
      assert.ok(['succeeded', 'pending'].includes((await lab.payments.refund(order)).status));
      await lab.payments.refund(order);
      const found = await lab.payments.findRefunds(paymentIntentID);
      assert.deepEqual(
        found?.map(({ amount }) => amount),
        [6000],
      );
      const tooMuch = await lab.payments.refund({ ...order, refundID: `${ID.slice(0, -1)}b` });
      assert.equal(tooMuch.status, 'failed');
    },
  },
  {
    name: 'reads its own events, and no others',
    async run({ payments, event }) {
      const { payload, signature } = event('pi_1');
      assert.equal((await payments.readEvent(Buffer.from(payload), signature))?.paymentIntentID, 'pi_1');
      assert.equal(await payments.readEvent(Buffer.from(`${payload} `), signature), null);
      assert.equal(await payments.readEvent(Buffer.from(payload), ''), null);
    },
  },
];

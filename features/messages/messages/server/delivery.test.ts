import { beforeEach, describe, expect, test } from 'vitest';
import * as booking from '#features/booking/booking/contract.ts';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCleaner, addCustomer, makeWorld } from '#features/booking/booking/server/testing/world.ts';
import * as checkoutCalls from '#features/booking/checkout/contract.ts';
import { cancelJob, updateJob } from '#features/work/jobs/contract.ts';
import { onTheWay } from '#features/work/visits/contract/visit-day.ts';
import { finishJob, startJob, undoFinishJob } from '#features/work/visits/contract.ts';
import type { MailMessage } from '#platform/server/providers/mail.ts';
import type { SmsMessage } from '#platform/server/providers/sms.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem } from '#platform/testing/test-app.ts';
import { startTestStripe } from '#platform/testing/test-stripe.ts';
import * as calls from '../contract.ts';

let office: As;
let mei: As;
let meiID: string;
let aminah: string;
let isDown = false;
const mails: MailMessage[] = [];
const texts: SmsMessage[] = [];

/** A gateway that can be down. */
function gateway<M>(sent: M[]) {
  return {
    send: async (message: M) => {
      if (isDown) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      sent.push(message);
    },
  };
}

const stripe = await startTestStripe();
const providers = { payments: stripe.payments, mail: gateway(mails), sms: gateway(texts) };
const app = await startBookingApp({ providers });
let world = await makeWorld(app.context(), { customers: 0, cleaners: 0 });

beforeEach(async () => {
  isDown = false;
  app.clock.set('2026-11-23T10:00:00+08:00');
  const customer = await addCustomer(app.context());
  meiID = customer.id;
  world = { ...world, customers: [customer] };
  aminah = await addCleaner(app.context());
  mei = await signedIn(app, 'customer', meiID);
  office = await signedIn(app, 'admin');
  await app.runOutbox('all');
  mails.length = 0;
  texts.length = 0;
});

async function book(startTime = '2026-11-26T09:00:00+08:00'): Promise<string> {
  const body = {
    packageID: world.packageID,
    addressID: world.customers[0]?.addressID ?? '',
    customerID: meiID,
    startTime,
    cleaner1ID: aminah,
  };
  const { id } = (await app.call(booking.createJobForCustomer, { body }, office)).body;
  const paid = { params: { id }, body: { stripeToken: 'tok_visa' } };
  expect((await app.call(checkoutCalls.commitJob, paid, mei)).status).toBe(200);
  return id;
}

const move = (id: string, startTime: string) =>
  app.call(updateJob, { params: { id }, body: { startTime } }, office);
const subjects = () => mails.map(({ subject }) => subject);
const logOf = async (jobID: string) =>
  (await app.call(calls.listMessages, { query: { jobID } }, office)).body.items.map(
    ({ kind, channel, state }) => `${kind} ${channel} ${state}`,
  );
/** Moves the clock, signs the office in again, and runs everything due. */
async function passTo(iso: string): Promise<void> {
  app.clock.set(iso);
  office = await signedIn(app, 'admin');
  await app.runCronJobs();
  await app.runOutbox('all');
}

/** The calendar file of the only mail so far. */
function calendarFile() {
  expect(mails).toHaveLength(1);
  const [file] = mails[0]?.attachments ?? [];
  const lines = String(file?.content ?? '')
    .replace(/\r\n[ \t]/g, '')
    .split('\r\n');
  const line = (name: string) => lines.find((one) => one.startsWith(name))?.slice(name.length + 1);
  return { ...file, line };
}

describe('the calendar file', () => {
  test('of a booked, moved and cancelled visit is one event in the reader’s calendar', async () => {
    const id = await book();
    await app.runOutbox('all');
    const booked = calendarFile();
    expect(booked).toMatchObject({
      filename: 'visit.ics',
      contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    });
    const uid = booked.line('UID');
    expect(uid).toMatch(new RegExp(`^${id}@`));
    expect(booked.line('DTSTART')).toBe('20261126T010000Z');
    expect(booked.line('STATUS')).toBe('CONFIRMED');
    expect(booked.line('LOCATION')).toContain('Singapore');

    mails.length = 0;
    await move(id, '2026-11-27T09:00:00+08:00');
    await passTo('2026-11-23T10:05:00+08:00');
    const moved = calendarFile();
    expect([moved.line('UID'), moved.line('DTSTART')]).toEqual([uid, '20261127T010000Z']);
    expect(Number(moved.line('SEQUENCE'))).toBeGreaterThan(Number(booked.line('SEQUENCE')));

    mails.length = 0;
    expect((await app.call(cancelJob, { params: { id }, body: {} }, mei)).status).toBe(200);
    await app.runOutbox('all');
    const cancelled = calendarFile();
    expect(cancelled).toMatchObject({
      filename: 'cancelled.ics',
      contentType: 'text/calendar; charset=utf-8; method=CANCEL',
    });
    expect([cancelled.line('UID'), cancelled.line('STATUS')]).toEqual([uid, 'CANCELLED']);
    expect(Number(cancelled.line('SEQUENCE'))).toBeGreaterThan(Number(moved.line('SEQUENCE')));
    expect(texts.every((text) => !('attachments' in text))).toBe(true);
  });
});

describe('reminders', () => {
  test('are sent once per person, 24 hours ahead, and not a minute earlier', async () => {
    const id = await book();
    await app.runOutbox('all');
    mails.length = 0;
    texts.length = 0;
    await passTo('2026-11-25T08:59:00+08:00');
    mails.length = 0;
    texts.length = 0;
    for (const time of ['09:00', '09:01', '12:00', '20:00']) await passTo(`2026-11-25T${time}:00+08:00`);
    expect(subjects()).toEqual(['Tomorrow: Thu 26 Nov, 9:00 am to 12:00 pm']);
    expect(texts.map(({ body }) => body.split(':')[0]).toSorted()).toEqual(['Reminder', 'Reminder']);
    expect(new Set(texts.map(({ to }) => to)).size).toBe(2);
    expect((await logOf(id)).filter((line) => /^(visit|crew)-reminder/.test(line))).toHaveLength(3);
  });

  test('while changes are free, they say until when and what a later cancellation costs', async () => {
    const id = await book();
    await app.runOutbox('all');
    mails.length = 0;
    texts.length = 0;
    await passTo('2026-11-24T08:59:00+08:00');
    expect([subjects(), texts.length]).toEqual([[], 0]);
    for (const time of ['24T09:00', '24T09:01', '24T20:00']) await passTo(`2026-11-${time}:00+08:00`);
    expect(subjects()).toEqual(['Coming up: Thu 26 Nov, 9:00 am to 12:00 pm']);
    expect(mails[0]?.body).toContain('free of charge until Wed 25 Nov, 9:00 am.');
    expect(mails[0]?.body).toMatch(/we keep half the price, S\$\d+\.\d\d\./);
    expect(texts).toHaveLength(1);
    expect(texts[0]?.body).toContain('Move or cancel free until Wed 25 Nov, 9:00 am');
    await passTo('2026-11-25T09:00:00+08:00');
    expect(subjects()[1]).toBe('Tomorrow: Thu 26 Nov, 9:00 am to 12:00 pm');
    expect(mails[1]?.body).not.toMatch(/move or cancel/i);
    expect(await logOf(id)).toContain('change-reminder sms sent');
  });

  test('about free changes are not sent once these have ended, and not again after a change of cleaner', async () => {
    const id = await book();
    await app.runOutbox('all');
    mails.length = 0;
    isDown = true;
    await passTo('2026-11-24T09:00:00+08:00').catch(() => undefined);
    const siti = await addCleaner(app.context());
    await app.call(updateJob, { params: { id }, body: { cleaner1ID: siti } }, office);
    app.clock.set('2026-11-25T09:00:01+08:00');
    isDown = false;
    await passTo('2026-11-25T09:00:01+08:00');
    expect(subjects()).not.toContain('Coming up: Thu 26 Nov, 9:00 am to 12:00 pm');
    expect(subjects()).toContain('Tomorrow: Thu 26 Nov, 9:00 am to 12:00 pm');
  });

  test('after fifty moves there is one, with the right time', async () => {
    const id = await book();
    await app.runOutbox('all');
    for (let i = 0; i < 50; i += 1) {
      // Time passes, sometimes beyond the reminder of an earlier time.
      app.clock.advance({ minutes: i % 2 === 0 ? 1 : 30 });
      office = await signedIn(app, 'admin');
      const start = `2026-11-${i % 3 === 0 ? 26 : 27}T${String(9 + (i % 5)).padStart(2, '0')}:00:00+08:00`;
      const moved = await move(id, i === 49 ? '2026-11-27T15:00:00+08:00' : start);
      expect(moved.status, JSON.stringify(moved.body)).toBe(200);
      await app.runCronJobs();
      if (i % 7 === 0) await app.runOutbox();
    }
    await app.runOutbox('all');
    mails.length = 0;
    texts.length = 0;
    for (const time of ['25T15:00', '26T08:00', '26T14:59', '26T15:00', '26T15:01', '27T08:00', '27T14:00'])
      await passTo(`2026-11-${time}:00+08:00`);
    const reminded = subjects().filter((subject) => subject.startsWith('Tomorrow'));
    expect(reminded).toEqual(['Tomorrow: Fri 27 Nov, 3:00 pm to 6:00 pm']);
    const reminders = texts.filter(({ body }) => body.startsWith('Reminder'));
    expect(new Set(reminders.map(({ to }) => to)).size).toBe(2);
    expect(reminders).toHaveLength(2);
    for (const { body } of reminders) expect(body).toContain('Fri 27 Nov, 3:00 pm');
  });

  test('a queued one is rewritten when the crew changes, and withdrawn when the visit is cancelled', async () => {
    const id = await book();
    await app.runOutbox('all');
    mails.length = 0;
    texts.length = 0;
    isDown = true;
    await passTo('2026-11-25T09:00:00+08:00').catch(() => undefined);
    const siti = await addCleaner(app.context());
    expect((await app.call(updateJob, { params: { id }, body: { cleaner1ID: siti } }, office)).status).toBe(
      200,
    );
    isDown = false;
    await passTo('2026-11-25T10:00:00+08:00');
    const reminders = texts.filter(({ body }) => body.startsWith('Reminder'));
    expect(reminders).toHaveLength(2);
    expect(subjects().toSorted()).toEqual([
      'A different cleaner on Thu 26 Nov, 9:00 am to 12:00 pm',
      'Tomorrow: Thu 26 Nov, 9:00 am to 12:00 pm',
    ]);
    const mobiles = await app.services.db
      .selectFrom('cleaner')
      .select('mobile')
      .where('id', '=', aminah)
      .execute();
    expect(reminders.map(({ to }) => to)).not.toContain(mobiles[0]?.mobile);
  });

  test('are not sent for bookings made within the last day', async () => {
    await book('2026-11-24T09:30:00+08:00');
    await app.runOutbox('all');
    mails.length = 0;
    await passTo('2026-11-23T12:00:00+08:00');
    expect(subjects()).toEqual([]);
  });
});

describe('a gateway outage of an hour', () => {
  test('delays messages without blocking others, and then sends each once', async () => {
    isDown = true;
    const id = await book();
    for (let minute = 0; minute < 60; minute += 10) {
      await app.runOutbox('all');
      await app.runCronJobs();
      app.clock.advance({ minutes: 10 });
    }
    office = await signedIn(app, 'admin');
    expect([mails.length, texts.length]).toEqual([0, 0]);
    expect(await logOf(id)).toEqual(
      expect.arrayContaining(['visit-booked email queued', 'crew-new sms queued']),
    );
    isDown = false;
    for (let i = 0; i < 3; i += 1) await app.runOutbox('all');
    expect(subjects()).toEqual(['Booked: Thu 26 Nov, 9:00 am to 12:00 pm']);
    expect(texts).toHaveLength(1);
    const items = (await app.call(calls.listMessages, { query: { jobID: id } }, office)).body.items;
    const left = items.filter(({ state }) => state !== 'superseded'); // without the office's withdrawn payment request
    expect(left.map(({ state, failure }) => [state, failure])).toEqual([
      ['sent', ''],
      ['sent', ''],
    ]);
    expect(left[0]?.attempts).toBeGreaterThan(1);
    const found = async (q: string) =>
      (await app.call(calls.listMessages, { query: { jobID: id, q } }, office)).body.items.map(
        ({ channel }) => channel,
      );
    expect(await found('booked 26 nov')).toEqual(['email']);
    expect(await found(texts[0]?.to.slice(2) ?? '')).toEqual(['sms']);
    expect(await found('zzzzzz')).toEqual([]);
  });

  test('confirms a visit that moved meanwhile at its new time, once', async () => {
    isDown = true;
    const id = await book();
    await app.runOutbox('all');
    expect((await move(id, '2026-11-26T14:00:00+08:00')).status).toBe(200);
    isDown = false;
    await app.runOutbox('all');
    expect(subjects()).toEqual(['Booked: Thu 26 Nov, 2:00 pm to 5:00 pm']);
    expect(texts.map(({ body }) => body.slice(0, 30))).toEqual(['New visit: Thu 26 Nov, 2:00 pm']);
  });

  test('sends only the cancellation of a visit that was cancelled meanwhile', async () => {
    isDown = true;
    const id = await book();
    await app.runOutbox('all');
    expect((await app.call(cancelJob, { params: { id }, body: {} }, office)).status).toBe(200);
    isDown = false;
    await app.runOutbox('all');
    expect(subjects()).toEqual(['Cancelled: Thu 26 Nov, 9:00 am to 12:00 pm']);
    expect(texts).toEqual([]);
  });
});

describe('at night', () => {
  test('the customer’s own booking is confirmed at once, the crew is notified in the morning', async () => {
    app.clock.set('2026-11-23T22:00:00+08:00');
    office = await signedIn(app, 'admin');
    mei = await signedIn(app, 'customer', meiID);
    await book();
    await app.runOutbox('all');
    expect([subjects().length, texts.length]).toEqual([1, 0]);
    await passTo('2026-11-24T07:59:00+08:00');
    expect(texts).toHaveLength(0);
    await passTo('2026-11-24T08:00:00+08:00');
    await passTo('2026-11-24T08:01:00+08:00');
    expect(texts).toHaveLength(1);
  });

  test('a change that waits for the morning is replaced by another one', async () => {
    const id = await book();
    await app.runOutbox('all');
    mails.length = 0;
    texts.length = 0;
    app.clock.set('2026-11-23T23:00:00+08:00');
    office = await signedIn(app, 'admin');
    await move(id, '2026-11-26T14:00:00+08:00');
    await app.runOutbox('all');
    await move(id, '2026-11-26T15:00:00+08:00');
    await app.runOutbox('all');
    expect([mails.length, texts.length]).toEqual([0, 0]);
    await passTo('2026-11-24T08:00:00+08:00');
    expect(subjects()).toEqual(['Moved: Thu 26 Nov, 3:00 pm to 6:00 pm']);
    expect(texts).toHaveLength(1);
  });

  test('a change within the next twelve hours is sent', async () => {
    const id = await book('2026-11-24T09:00:00+08:00');
    await app.runOutbox('all');
    mails.length = 0;
    app.clock.set('2026-11-23T22:00:00+08:00');
    office = await signedIn(app, 'admin');
    await app.call(cancelJob, { params: { id }, body: {} }, office);
    await app.runOutbox('all');
    expect(subjects()).toEqual(['Cancelled: Tue 24 Nov, 9:00 am to 12:00 pm']);
  });
});

describe('on the day of the visit', () => {
  test('the customer is notified once that the cleaner is coming, and of the end once it cannot be undone', async () => {
    const id = await book('2026-11-24T11:00:00+08:00');
    await passTo('2026-11-24T10:30:00+08:00');
    const crew = await signedIn(app, 'cleaner', aminah);
    mails.length = 0;
    texts.length = 0;
    const about = { params: { id }, body: {} };
    expect((await app.call(onTheWay, about, crew)).status).toBe(200);
    await app.call(onTheWay, about, crew);
    await app.call(startJob, about, crew);
    await app.runOutbox('all');
    expect(texts.map(({ body }) => body)).toEqual([
      expect.stringMatching(/ is on the way to your clean, Tue 24 Nov/),
    ]);
    await app.call(finishJob, about, crew);
    await app.call(undoFinishJob, about, crew);
    await app.call(finishJob, about, crew);
    await passTo('2026-11-24T10:39:00+08:00');
    expect(subjects()).toEqual([]);
    await passTo('2026-11-24T10:41:00+08:00');
    expect(subjects()).toEqual(['How was your clean?']);
    expect(mails[0]?.unsubscribeUrl).toMatch(/\/api\/messages\/unsubscribe\//);
    expect(mails[0]?.html).toContain('<!doctype html>');
  });

  test('only the visit’s cleaner can send it, and not hours ahead', async () => {
    const id = await book('2026-11-24T11:00:00+08:00');
    const about = { params: { id }, body: {} };
    const early = await app.call(onTheWay, about, await signedIn(app, 'cleaner', aminah));
    expect(problem(early).code).toBe('too_early_to_leave');
    const rosa = await signedIn(app, 'cleaner', await addCleaner(app.context()));
    expect((await app.call(onTheWay, about, rosa)).status).toBe(404);
  });
});

describe('an unpaid hold', () => {
  test('sends one notice before it expires, but not during a payment', async () => {
    const body = {
      packageID: world.packageID,
      addressID: world.customers[0]?.addressID ?? '',
      startTime: '2026-11-26T09:00:00+08:00',
    };
    await app.call(booking.createJob, { body }, mei);
    await passTo('2026-11-23T10:09:00+08:00');
    expect(texts).toEqual([]);
    await passTo('2026-11-23T10:10:00+08:00');
    await passTo('2026-11-23T10:12:00+08:00');
    expect(texts.map((text) => text.body)).toEqual([expect.stringContaining('by 10:15 am')]);
  });
});

describe('the log', () => {
  test('shows a message as sent, and resends it to the reader’s current address', async () => {
    const id = await book();
    await app.runOutbox('all');
    const [booked] = (await app.call(calls.listMessages, { query: { customerID: meiID } }, office)).body
      .items;
    expect(booked).toMatchObject({
      kind: 'visit-booked',
      state: 'sent',
      language: 'en',
      jobID: id,
      canResend: true,
    });
    expect(booked?.body).toContain('Your clean is booked.');
    const again = await app.call(calls.resend, { params: { id: booked?.id ?? '' }, body: {} }, office);
    expect(again.body.state).toBe('queued');
    await app.runOutbox('all');
    expect(subjects()).toHaveLength(2);
    expect(mails[0]?.id).not.toBe(mails[1]?.id);
  });

  test('uses the language in which the reader uses Kemas', async () => {
    await app.call(calls.chooseMessageLanguage, { body: { language: 'zh' } }, mei);
    await book();
    await app.runOutbox('all');
    expect(subjects()).toEqual(['预约成功：11月26日周四 上午9:00至下午12:00']);
    expect(mails[0]?.html).toContain('lang="zh-Hans-SG"');
  });

  test('is deleted after a year', async () => {
    const id = await book();
    await app.runOutbox('all');
    await passTo('2027-11-23T09:00:00+08:00');
    expect(await logOf(id)).not.toEqual([]);
    await passTo('2027-11-23T11:00:00+08:00');
    expect(await logOf(id)).toEqual([]);
  });
});

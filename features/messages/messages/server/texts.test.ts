import { beforeEach, describe, expect, test } from 'vitest';
import { startBookingApp } from '#features/booking/booking/server/testing/booking-app.ts';
import { addCustomer } from '#features/booking/booking/server/testing/world.ts';
import { feature as settings } from '#features/catalogue/settings/server/index.ts';
import { feature as accounts, createAdmin } from '#features/people/accounts/server/index.ts';
import { feature as cleaners } from '#features/people/cleaners/server/index.ts';
import { updateCustomer } from '#features/people/customers/contract.ts';
import {
  feature as customers,
  readConsents,
  wantsFollowUps,
} from '#features/people/customers/server/index.ts';
import { LANGUAGES } from '#languages/index.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { KIND_NAMES, kindOf } from '../texts/kinds.ts';
import { feature } from './index.ts';
import { oneClickUrl, unsubscribePage } from './unsubscribe.ts';

const app = await startBookingApp({
  features: [settings, accounts, customers, cleaners, feature],
  connections: 6,
});
const siti = {
  identity: 'siti',
  password: 'the key to the office',
  fullname: 'Siti Wahab',
  email: 's@kemas.example',
  officeRole: 'owner',
} as const;
const made = await createAdmin(app.context(), siti);
if ('refusal' in made) throw new Error('Siti could not be created.');
const office = await signedIn(app, 'admin', made.id);

const moved = { kind: 'visit-moved', channel: 'email', language: 'en' } as const;
const crew = { kind: 'crew-new', channel: 'sms', language: 'zh' } as const;
const save = (body: { subject: string; body: string; version: number }) =>
  app.call(calls.updateText, { params: moved, body }, office);
const now = async () =>
  (await app.call(calls.listTexts, {}, office)).body.items.find(
    ({ kind, channel, language }) => kind === moved.kind && channel === moved.channel && language === 'en',
  );

describe('templates', () => {
  beforeEach(async () => {
    const version = (await now())?.version ?? 0;
    await app.call(calls.resetText, { params: moved, body: { version } }, office);
  });

  test('exist for every kind, channel and language', async () => {
    const { items } = (await app.call(calls.listTexts, {}, office)).body;
    const named = items.map(({ kind, channel, language }) => `${kind} ${channel} ${language}`);
    const all = KIND_NAMES.flatMap((kind) =>
      kindOf(kind).channels.flatMap((channel) =>
        LANGUAGES.map((language) => `${kind} ${channel} ${language}`),
      ),
    );
    expect(named.toSorted()).toEqual(all.toSorted());
    expect(new Set(items.map(({ language }) => language))).toEqual(new Set(LANGUAGES));
  });

  test('can be changed and reset, with all versions kept and audited', async () => {
    const { version = 0, body: original } = (await now()) ?? {};
    const saved = await save({ subject: 'New: {time}', body: 'See you at {time}.', version });
    expect(saved.body).toMatchObject({
      subject: 'New: {time}',
      isDefault: false,
      version: version + 1,
      changedBy: 'Siti Wahab',
    });
    const reset = await app.call(calls.resetText, { params: moved, body: { version: version + 1 } }, office);
    expect(reset.body).toMatchObject({ body: original, isDefault: true, version: version + 2 });
    const versions = (await app.call(calls.listTextVersions, { params: moved }, office)).body.items;
    expect(versions.slice(0, 2).map(({ isDefault, body }) => [isDefault, body])).toEqual([
      [true, original],
      [false, 'See you at {time}.'],
    ]);
    const { rows } = await app.database.pool.query(
      "select action, before->>'body' as was from audit_entry where subject_kind = 'message_text' order by at desc, id desc limit 2",
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        { action: 'message_text.reset', was: 'See you at {time}.' },
        { action: 'message_text.updated', was: original },
      ]),
    );
  });

  test.each([
    [{ subject: 'Hi', body: '{time} {naem}' }, 'body', 'There is no {naem} here.'],
    [{ subject: 'Hi', body: 'No time' }, 'body', 'Add {time}: without it'],
    [{ subject: '', body: '{time}' }, 'subject', 'Write something here.'],
    [{ subject: 'Hi\nBcc: all@example.com', body: '{time}' }, 'subject', 'Use one line'],
  ])('refuse %j on the field, in the preview too', async (words, path, message) => {
    const before = await now();
    const saved = await save({ ...words, version: before?.version ?? 0 });
    const preview = await app.call(calls.previewText, { params: moved, body: words }, office);
    for (const reply of [saved, preview]) {
      expect(reply.status).toBe(422);
      expect(problem(reply).errors?.[0]).toMatchObject({ path, message: expect.stringContaining(message) });
    }
    expect(await now()).toEqual(before);
  });

  test('refuse the second of two concurrent changes', async () => {
    const version = (await now())?.version ?? 0;
    const both = ['One {time}', 'Two {time}'].map((body) => () => save({ subject: 'Hi', body, version }));
    const replies = await Promise.all(both.map((one) => one()));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = replies.find(({ status }) => status === 409);
    expect(refused && problem(refused).code).toBe('text_changed');
  });

  test('are previewed with example data, an SMS with its billing', async () => {
    const mail = await app.call(
      calls.previewText,
      { params: moved, body: { subject: 'To {time}', body: 'At {time}' } },
      office,
    );
    expect(mail.body).toMatchObject({ subject: 'To Sat 28 Nov, 9:00 am to 12:00 pm', sms: null });
    expect(mail.body.html).toContain('At Sat 28 Nov, 9:00 am to 12:00 pm');
    const words = { subject: '', body: '{time} {postal} 中' };
    const text = await app.call(calls.previewText, { params: crew, body: words }, office);
    expect(text.body).toMatchObject({ html: null, sms: { alphabet: 'UCS-2', parts: 1 } });
  });

  test('are refused for channels that the kind does not have', async () => {
    const params = { kind: 'crew-new', channel: 'email', language: 'en' } as const;
    const body = { subject: 'Hi', body: '{time} {postal}' };
    expect((await app.call(calls.updateText, { params, body: { ...body, version: 0 } }, office)).status).toBe(
      404,
    );
    expect((await app.call(calls.previewText, { params, body }, office)).status).toBe(404);
    expect((await app.call(calls.listTextVersions, { params }, office)).status).toBe(404);
  });
});

describe('an unsubscribe link', () => {
  const tokenIn = (url: string) => url.split(/[#/]/).at(-1) ?? '';

  test('unsubscribes and resubscribes, with both in the consent log', async () => {
    const { id } = await addCustomer(app.context());
    const mei = await signedIn(app, 'customer', id);
    await app.call(updateCustomer, { params: { id }, body: { consents: { email: true, sms: true } } }, mei);
    const token = tokenIn(unsubscribePage(app.context(), id));
    const asks = (wanted: boolean) => app.call(calls.changeSubscription, { body: { token, wanted } });
    expect((await app.call(calls.readSubscription, { body: { token } })).body).toEqual({ wanted: true });
    expect((await asks(false)).body).toEqual({ wanted: false });
    expect((await asks(false)).body).toEqual({ wanted: false });
    expect(await wantsFollowUps(app.context(), id)).toBe(false);
    expect(await readConsents(app.context(), id)).toEqual({ email: false, sms: true, phone: false });
    app.clock.advance({ minutes: 1 });
    expect((await asks(true)).body).toEqual({ wanted: true });
    expect(await wantsFollowUps(app.context(), id)).toBe(true);
    expect((await readConsents(app.context(), id)).email).toBe(false);
    const { rows } = await app.database.pool.query(
      "select source, withdrawn_how from customer_consent where customer_id = $1 and channel = 'follow-ups' order by given_at",
      [id],
    );
    expect(rows).toEqual([
      { source: 'booking', withdrawn_how: 'link' },
      { source: 'link', withdrawn_how: null },
    ]);
  });

  test('works with one click in the mail client (RFC 8058), without session, cookie or JSON', async () => {
    const { id } = await addCustomer(app.context());
    const url = new URL(oneClickUrl(app.context(), id)).pathname;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await app.request({
      method: 'POST',
      url,
      headers: form,
      payload: 'List-Unsubscribe=One-Click',
    });
    // A mail scanner that opens the link changes nothing.
    expect((await app.request({ method: 'GET', url })).status).toBe(404);
    expect([reply.status, reply.body]).toEqual([200, { wanted: false }]);
    expect(await wantsFollowUps(app.context(), id)).toBe(false);
  });

  test('is valid for its customer only, and an invalid one reveals nothing', async () => {
    const [mei, wei] = [await addCustomer(app.context()), await addCustomer(app.context())];
    const [, mac] = tokenIn(unsubscribePage(app.context(), mei.id)).split('.');
    for (const token of [`${wei.id}.${mac}`, mei.id, '', 'x.y', `${mei.id}.${mac}x`]) {
      const read = await app.call(calls.readSubscription, { body: { token } });
      expect([read.status, problem(read).code]).toEqual([404, 'bad_link']);
      expect((await app.call(calls.changeSubscription, { body: { token, wanted: false } })).status).toBe(404);
    }
    expect(await wantsFollowUps(app.context(), wei.id)).toBe(true);
  });
});

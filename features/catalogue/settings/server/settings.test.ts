import { globSync, readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { sendMail } from '#platform/server/messages.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem, startTestApp } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { SETTING_NAMES, type SettingName, type Settings } from '../rules/settings.ts';
import { feature, readSettings } from './index.ts';

const app = await startTestApp({ features: [feature] });
const office = await signedIn(app, 'admin');

beforeEach(async () => {
  await app.services.db.deleteFrom('setting').execute();
});

const read = async () => (await app.call(calls.listSettings, {}, office)).body;
const change = async (values: Partial<Settings>, version?: number) =>
  app.call(calls.updateSettings, { body: { ...values, version: version ?? (await read()).version } }, office);
const saidOf = async (name: SettingName) => (await read()).items.find((item) => item.name === name);
const audited = () =>
  app.services.db
    .selectFrom('audit_entry')
    .select(['action', 'subjectID', 'before', 'after'])
    .where('subjectKind', '=', 'setting')
    .orderBy('id', 'desc');

describe('the settings', () => {
  it('have their defaults until someone changes them', async () => {
    const { version, items, senders } = await read();
    expect(version).toBe(0);
    expect(items.map((item) => item.name)).toEqual(SETTING_NAMES);
    expect(items.every((item) => item.value === item.default && item.changedAt === null)).toBe(true);
    expect(senders).toEqual({ mail: null, sms: null });
  });

  it('record who changed them when, with an audit entry each', async () => {
    const { id } = await app.services.db
      .insertInto('admin')
      .values({
        id: app.services.newID(),
        identity: 'ruth',
        email: 'ruth@kemas.example',
        fullname: 'Ruth Koh',
        passwordHash: '',
        officeRole: 'owner',
        createdAt: app.clock.now().toString(),
        updatedAt: app.clock.now().toString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const ruth = await signedIn(app, 'admin', id);
    const body = { version: 0, leadHours: 4, uen: '199900000a' };
    const { status, body: saved } = await app.call(calls.updateSettings, { body }, ruth);
    expect([status, saved.version]).toEqual([200, 1]);
    const lead = saved.items.find((item) => item.name === 'leadHours');
    expect(lead).toMatchObject({ value: 4, default: 24, changedBy: 'Ruth Koh' });
    expect(lead?.changedAt).not.toBeNull();
    expect(await saidOf('uen')).toMatchObject({ value: '199900000A' });
    expect(await saidOf('horizonDays')).toMatchObject({ value: 60, changedAt: null, changedBy: '' });
    expect(await audited().limit(2).execute()).toEqual(
      expect.arrayContaining([
        {
          action: 'setting.updated',
          subjectID: 'visits.lead',
          before: { leadHours: 24 },
          after: { leadHours: 4 },
        },
        {
          action: 'setting.updated',
          subjectID: 'business.uen',
          before: { uen: '' },
          after: { uen: '199900000A' },
        },
      ]),
    );
  });

  it('leave no entry if nothing changes or one of them is refused', async () => {
    await change({ leadHours: 4 });
    const before = await audited().execute();
    await change({ leadHours: 4 });
    const refused = await change({ horizonDays: 10, closesAtMinute: 480 });
    expect(problem(refused)).toMatchObject({ status: 422, errors: [{ path: 'closesAtMinute' }] });
    expect(await audited().execute()).toEqual(before);
    expect(await saidOf('horizonDays')).toMatchObject({ value: 60 });
  });

  it('switch GST on with the first number, and keep it off if that was said', async () => {
    expect(await saidOf('gstRegistered')).toMatchObject({ value: false });
    await change({ gstNumber: 'M9-0000000-0' });
    expect(await saidOf('gstRegistered')).toMatchObject({ value: true });
    await change({ gstRegistered: false });
    await change({ gstNumber: 'M9-1111111-1' });
    expect(await saidOf('gstRegistered')).toMatchObject({ value: false });
  });

  it('refuse GST without a number', async () => {
    const refused = problem(await change({ gstRegistered: true }));
    expect(refused.errors).toEqual([
      { path: 'gstNumber', message: 'Enter the number, or switch off “Registered for GST”.' },
    ]);
  });

  it('are validated together with the current ones', async () => {
    await change({ opensAtMinute: 720 });
    const refused = problem(await change({ closesAtMinute: 840 }));
    expect(refused.errors).toEqual([
      {
        path: 'closesAtMinute',
        message: 'Leave at least 3 hours: the shortest visit takes that long.',
      },
    ]);
    expect((await change({ opensAtMinute: 660, closesAtMinute: 840 })).status).toBe(200);
  });

  it('have validation messages on their fields', async () => {
    const refused = problem(await change({ leadHours: 500, businessEmail: 'office' } as Partial<Settings>));
    expect(refused.errors).toEqual([
      { path: 'businessEmail', message: 'Use an e-mail address like name@example.com.' },
      { path: 'leadHours', message: 'Enter a whole number from 0 to 168.' },
    ]);
  });

  it('refuse the second of two changes based on the same version', async () => {
    const { version } = await read();
    expect((await change({ leadHours: 4 }, version)).status).toBe(200);
    expect(problem(await change({ leadHours: 8 }, version))).toMatchObject({
      status: 409,
      code: 'settings_changed',
    });
    expect(await saidOf('leadHours')).toMatchObject({ value: 4 });
    expect((await change({ leadHours: 8 })).status).toBe(200);
  });

  it('accept one of many concurrent changes, repeatedly', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { version } = await read();
      const all = await Promise.all(
        Array.from({ length: 6 }, (_, i) => change({ leadHours: i + 1 }, version)),
      );
      expect(all.filter((reply) => reply.status === 200)).toHaveLength(1);
      expect(all.filter((reply) => reply.status === 409)).toHaveLength(5);
      expect((await read()).version).toBe(version + 1);
    }
  });

  it("fall back to the default if a row's value is invalid", async () => {
    const updatedAt = app.clock.now().toString();
    const rows = [
      { name: 'visits.lead', value: '"soon"', updatedAt },
      { name: 'visits.buffer', value: '1000', updatedAt },
    ];
    await app.services.db.insertInto('setting').values(rows).execute();
    expect(await readSettings(app.context(), ['leadHours', 'travelBufferMinutes'])).toEqual({
      leadHours: 24,
      travelBufferMinutes: 45,
    });
  });
});

it('current terms are public', async () => {
  await change({ businessName: 'Tidy', opensAtMinute: 540, lateFeePercent: 30, gstRegistered: false });
  expect((await app.call(calls.readBusiness, {})).body).toEqual({
    name: 'Tidy',
    opensAtMinute: 540,
    closesAtMinute: 1200,
    leadHours: 24,
    horizonDays: 60,
    seriesMonths: 12,
    cancelFreeHours: 24,
    lateFeePercent: 30,
    gstRegistered: false,
  });
});

it('e-mails are sent under the configured name, otherwise under the operator’s', async () => {
  const mail = { to: 'tan@example.com', subject: 'Booked', body: 'See you.' };
  const send = async () => {
    const sent = await inTransaction(app.context(), (tx) => sendMail(tx, mail));
    expect(isRefusal(sent)).toBe(false);
    await app.runOutbox();
    return app.sent.mail.at(-1);
  };
  expect(await send()).not.toHaveProperty('senderName');
  await change({ mailSender: 'Tidy Homes' });
  expect(await send()).toMatchObject({ senderName: 'Tidy Homes' });
});

/** Types ensure that only declared settings are read, as long as all code uses `readSettings`. */
it('every declared setting is read somewhere, and only by its name', () => {
  const files = globSync('features/**/*.ts').filter((file) => !file.endsWith('.test.ts'));
  const readers = files.filter((file) => !file.startsWith('features/catalogue/settings/rules/'));
  const code = readers.map((file) => readFileSync(file, 'utf8')).join('\n');
  expect(SETTING_NAMES.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
  const raw = files.filter((file) => readFileSync(file, 'utf8').includes('readSettingRows('));
  expect(raw).toEqual(['features/catalogue/settings/server/list-settings.ts']);
});

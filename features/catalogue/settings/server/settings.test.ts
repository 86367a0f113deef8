import { globSync, readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { feature as uploads } from '#features/catalogue/uploads/server/index.ts';
import { photo as photoOf, sendPicture } from '#features/catalogue/uploads/server/testing/send-picture.ts';
import { purgeUploads } from '#features/catalogue/uploads/server/use-upload.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { sendMail } from '#platform/server/messages.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { problem, type Reply, startTestApp } from '#platform/testing/test-app.ts';
import * as calls from '../contract.ts';
import { SETTING_NAMES, type SettingName, type Settings } from '../rules/settings.ts';
import { feature, readSettings } from './index.ts';

const app = await startTestApp({ features: [uploads, feature] });
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
    visitCharge: 'after-visit',
    payNow: false,
    cancelFreeHours: 24,
    lateFeePercent: 30,
    gstRegistered: false,
    look: {
      colour: '',
      typefaces: 'standard',
      illustrations: 'ours',
      logo: '',
      logoDark: '',
      logoSquare: '',
      logoRatio: 1,
      logoDarkRatio: 1,
      version: expect.any(String),
    },
  });
});

describe('the look', () => {
  const LOGO = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100"><rect width="300" height="100" fill="#6B3FA0"/></svg>',
  );
  const upload = async (bytes: Uint8Array, as = office) => {
    const reply = await sendPicture(app, { bytes, path: '/uploads/logo' }, as);
    return reply as Reply<{ url: string; width: number; height: number }>;
  };
  const served = (url: string) => app.api.fastify.inject({ url });
  const manifest = async () => JSON.parse((await served('/cleaner.webmanifest')).payload) as Manifest;

  interface Manifest {
    readonly name: string;
    readonly short_name: string;
    readonly theme_color: string;
    readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose?: string }[];
  }

  it('is the default for a business that is called Kemas', async () => {
    expect((await app.call(calls.readBusiness, {})).body.look).toBeUndefined();
    const { name, short_name, icons } = await manifest();
    expect([name, short_name]).toEqual(['Kemas for cleaners', 'Kemas']);
    expect(icons[0]?.src).toBe('/icons/cleaner-192.png');
  });

  it('has logos and a colour that visitors get, with an audit entry each', async () => {
    const { body: logo } = await upload(LOGO);
    expect(logo).toMatchObject({ width: 640, height: 213 });
    const saved = await change({ businessName: 'Sparkle Homes', brandColour: '#6b3fa0', logo: logo.url });
    expect(saved.status).toBe(200);
    expect((await app.call(calls.readBusiness, {})).body.look).toMatchObject({
      colour: '#6B3FA0',
      logo: logo.url,
      logoRatio: 3,
    });
    expect(await audited().limit(3).execute()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ subjectID: 'look.colour', after: { brandColour: '#6B3FA0' } }),
        expect.objectContaining({ subjectID: 'look.logo', after: { logo: logo.url } }),
      ]),
    );
  });

  it('gives the cleaners’ app its name, colours and icons, which change with it', async () => {
    await change({ businessName: 'Sparkle Homes', brandColour: '#6B3FA0' });
    const before = await manifest();
    expect(before).toMatchObject({ name: 'Sparkle Homes for cleaners', short_name: 'Sparkle' });
    expect(before.theme_color).toBe('#F6F3FB');
    expect(JSON.stringify(before)).not.toMatch(/kemas/i);
    for (const { src, sizes } of before.icons) {
      const icon = await served(src);
      expect(icon.headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': expect.stringContaining('immutable'),
      });
      const { width, height } = await sharp(icon.rawPayload).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    const corner = async (at: string) => {
      const { data } = await sharp((await served(at)).rawPayload)
        .raw()
        .toBuffer({ resolveWithObject: true });
      return [...data.subarray(0, 3)];
    };
    expect(await corner(before.icons[2]?.src ?? '')).toEqual([0x6b, 0x3f, 0xa0]);
    await change({ brandColour: '#0A66C2', appName: 'Team' });
    const after = await manifest();
    expect(after).toMatchObject({ name: 'Team', short_name: 'Team' });
    expect(after.icons[2]?.src).not.toBe(before.icons[2]?.src);
    expect(await corner(after.icons[2]?.src ?? '')).toEqual([0x0a, 0x66, 0xc2]);
    // An address of the earlier version shows the current icon, and is not cached.
    expect((await served(before.icons[0]?.src ?? '')).headers['cache-control']).toBe('no-cache');
  });

  it('has a picture for links that are shared, and nothing else under its address', async () => {
    await change({ businessName: 'Sparkle Homes' });
    const card = await served('/brand/card.png');
    expect(await sharp(card.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
    for (const at of ['/brand/card.svg', '/brand/..%2f..%2fetc', '/brand/icon-97.png', '/brand/__proto__'])
      expect((await served(at)).statusCode, at).toBe(404);
  });

  it.each([
    ['#6B3FA', 'Enter a colour'],
    ['purple', 'Enter a colour'],
    ['#6B3FA0;}', 'Enter a colour'],
  ])('refuses %s as a colour', async (brandColour, message) => {
    const [error] = problem(await change({ brandColour })).errors ?? [];
    expect(error?.path).toBe('brandColour');
    expect(error?.message).toContain(message);
  });

  it('refuses a logo that was not uploaded as one', async () => {
    const { body: photo } = await sendPicture(app, { bytes: await photoOf() }, office);
    const { id } = photo as { id: string };
    for (const logo of [
      'https://example.com/logo.png',
      '/uploads/01900000-0000-7000-8000-0000000000a1/640.png',
      `/uploads/${id}/400.png`,
      '/uploads/../etc/passwd',
    ]) {
      const refused = problem(await change({ logo }));
      expect(refused.errors, logo).toEqual([{ path: 'logo', message: 'Upload this logo again.' }]);
    }
    expect(await saidOf('logo')).toMatchObject({ value: '' });
  });

  it('may be changed by managers only', async () => {
    const cleaner = await signedIn(app, 'cleaner');
    expect((await upload(LOGO, cleaner)).status).toBe(403);
    expect((await upload(LOGO, {})).status).toBe(401);
    const { status } = await app.call(
      calls.updateSettings,
      { body: { version: 0, brandColour: '#000000' } },
      cleaner,
    );
    expect(status).toBe(403);
  });

  it('refuses the second of two admins, and keeps the first one’s colour', async () => {
    const { version } = await read();
    const both = await Promise.all(
      ['#111111', '#222222'].map((brandColour) => change({ brandColour }, version)),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it.each([
    ['a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a handler', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>'],
    ['a namespaced script', '<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:script/></s:svg>'],
    ['another file', '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'],
    [
      'a style from elsewhere',
      '<svg xmlns="http://www.w3.org/2000/svg"><style>@import "//evil"</style></svg>',
    ],
    [
      'a reference elsewhere',
      '<svg xmlns="http://www.w3.org/2000/svg"><use href="https://evil/x.svg#a"/></svg>',
    ],
    ['entities', '<!DOCTYPE svg [<!ENTITY a "aaaa">]><svg xmlns="http://www.w3.org/2000/svg">&a;</svg>'],
    ['a page', '<html><body>logo</body></html>'],
    ['text', 'logo'],
  ])('refuses an SVG with %s', async (_what, svg) => {
    const refused = await upload(Buffer.from(svg));
    expect(problem(refused)).toMatchObject({ status: 422, code: 'not_a_logo' });
  });

  it('refuses a logo of too many bytes or pixels, and a damaged one', async () => {
    expect(problem(await upload(Buffer.alloc(2_100_000)))).toMatchObject({ code: 'too_large' });
    const huge =
      '<svg xmlns="http://www.w3.org/2000/svg" width="90000" height="90000"><rect width="9" height="9"/></svg>';
    expect(problem(await upload(Buffer.from(huge)))).toMatchObject({ status: 422 });
    const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(problem(await upload(bomb))).toMatchObject({ code: 'too_many_pixels' });
    expect(
      problem(await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g></svg>'))),
    ).toMatchObject({
      code: 'photo_damaged',
    });
  });

  it('stores pixels only: a PNG keeps its transparency and loses its text', async () => {
    const png = await sharp({ create: { width: 100, height: 50, channels: 4, background: '#0000' } })
      .png()
      .withMetadata({ exif: { IFD0: { Copyright: 'secret' } } })
      .toBuffer();
    const { body: logo } = await upload(png);
    const file = (await served(logo.url)).rawPayload;
    expect(await sharp(file).metadata()).toMatchObject({ width: 100, height: 50, hasAlpha: true });
    expect(file.includes('secret')).toBe(false);
    // Mail programs in a browser show it on their own pages; photos are for our pages only.
    expect((await served(logo.url)).headers['cross-origin-resource-policy']).toBe('cross-origin');
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
  await change({ businessName: 'Sparkle Homes Pte. Ltd.' });
  expect(await send()).toMatchObject({ senderName: 'Sparkle Homes' });
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
  expect(raw.toSorted()).toEqual([
    'features/catalogue/settings/server/list-settings.ts',
    // What the office has saved at all, and the set-up's own rows.
    'features/office/setup/server/read-setup.ts',
  ]);
});

// Last: the sessions above end with the clock.
it('keeps a logo that mails and receipts may show, after it has been replaced', async () => {
  const { body: logo } = (await sendPicture(
    app,
    { bytes: await photoOf(), path: '/uploads/logo' },
    office,
  )) as Reply<{ url: string }>;
  await change({ logo: logo.url });
  await change({ logo: '' });
  app.clock.advance({ hours: 72 });
  await purgeUploads(app.context());
  expect((await app.api.fastify.inject({ url: logo.url })).statusCode).toBe(200);
});

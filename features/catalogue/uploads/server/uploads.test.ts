import { connect } from 'node:net';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { feature as accounts } from '#features/people/accounts/server/index.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { signedIn } from '#platform/testing/signed-in.ts';
import { type As, problem, startTestApp, type TestApp } from '#platform/testing/test-app.ts';
import { LARGEST_FILE, type uploadReply } from '../contract.ts';
import { changePicture, feature } from './index.ts';
import { photo, sendPicture } from './testing/send-picture.ts';

type Uploaded = z.output<typeof uploadReply>;

let office: As;
let aminah: As;
const aminahID = '01900000-0000-7000-8000-0000000000a1';

const app = await startTestApp({ features: [accounts, feature] });

beforeEach(async () => {
  office = await signedIn(app, 'admin');
  aminah = await signedIn(app, 'cleaner', aminahID);
});

async function upload(bytes: Uint8Array, as = office): Promise<Uploaded> {
  const reply = await sendPicture(app, { bytes }, as);
  expect(reply).toMatchObject({ status: 201 });
  return reply.body as Uploaded;
}

async function served(url: string) {
  const reply = await app.api.fastify.inject({ url });
  return { status: reply.statusCode, headers: reply.headers, bytes: reply.rawPayload };
}

const countUploads = async () => (await app.services.db.selectFrom('upload').select('id').execute()).length;

describe('a photo', () => {
  it('is stored in several sizes and formats, none larger than the original', async () => {
    const uploaded = await upload(await photo(400, 300));
    expect(uploaded).toMatchObject({
      url: `/uploads/${uploaded.id}/400.jpg`,
      width: 400,
      height: 300,
      sizes: [96, 320, 400].map((width) => ({ width, url: `/uploads/${uploaded.id}/${width}.webp` })),
    });
    for (const [format, type] of [
      ['avif', 'heif'],
      ['webp', 'webp'],
      ['jpg', 'jpeg'],
    ]) {
      const file = await served(`/uploads/${uploaded.id}/320.${format}`);
      expect(await sharp(file.bytes).metadata()).toMatchObject({ format: type, width: 320, height: 240 });
    }
  });

  it('is as wide as a large window needs, and no wider', async () => {
    const uploaded = await upload(await photo(2400, 1200));
    expect([uploaded.width, uploaded.height]).toEqual([1920, 960]);
    expect(uploaded.sizes.map(({ width }) => width)).toEqual([96, 320, 960, 1440, 1920]);
    for (const width of [1440, 1920]) {
      const file = await served(`/uploads/${uploaded.id}/${width}.avif`);
      expect(await sharp(file.bytes).metadata()).toMatchObject({ width, height: width / 2 });
    }
  });

  it.each(['png', 'webp'] as const)('may be %s', async (format) => {
    await upload(
      await sharp(await photo())
        .toFormat(format)
        .toBuffer(),
    );
  });

  it('is rotated upright, and everything else in its file is removed: location, camera, a second file', async () => {
    const secret = '<script>alert("tail")</script>';
    const sideways = await sharp(await photo(400, 300))
      .withExif({ IFD0: { Make: 'Spycam' }, IFD3: { GPSLatitude: '1/1 17/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(sideways).metadata()).exif).toBeDefined();
    const uploaded = await upload(Buffer.concat([sideways, Buffer.from(secret)]));
    expect(uploaded).toMatchObject({ width: 300, height: 400 });
    const { bytes } = await served(uploaded.url);
    const { exif, orientation, xmp, iptc } = await sharp(bytes).metadata();
    expect([exif, orientation, xmp, iptc]).toEqual([undefined, undefined, undefined, undefined]);
    expect(bytes.includes(secret)).toBe(false);
  });

  it('is not cached until it is used', async () => {
    const { url } = await upload(await photo());
    expect((await served(url)).headers['cache-control']).toBe('private, no-cache');
  });

  it('in use is cached permanently, with the right content type, and cannot run scripts when opened as a page', async () => {
    const { url } = await upload(await photo(), aminah);
    await use(url);
    expect((await served(url)).headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
  });

  it('is recorded with its sender', async () => {
    const { id } = await upload(await photo(), aminah);
    const entry = await app.services.db
      .selectFrom('audit_entry')
      .selectAll()
      .where('subjectID', '=', id)
      .executeTakeFirstOrThrow();
    expect(entry).toMatchObject({ action: 'upload.added', actorRole: 'cleaner', actorID: aminahID });
  });
});

/** A PNG that claims this size, with a few bytes that decompress to one row. */
function pngOf(width: number, height: number, rows: Buffer = Buffer.alloc(1000)): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

it.each([2, 1])('takes a JPEG whose last %i bytes, the end mark, are missing', async (missing) => {
  const whole = await sharp(await photo(1000, 800))
    .jpeg()
    .toBuffer();
  const uploaded = await upload(whole.subarray(0, whole.length - missing));
  expect(uploaded).toMatchObject({ width: 1000, height: 800 });
});

describe('files that are not photos', () => {
  const page = Buffer.from('<!doctype html><script>alert(1)</script>');
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const jpegHead = Buffer.from('\xff\xd8\xff\xe0', 'latin1');
  const attacks: [string, () => Buffer | Promise<Buffer>, number, string][] = [
    ['an HTML page named as JPEG', () => page, 422, 'not_a_photo'],
    ['an SVG named as JPEG', () => svg, 422, 'not_a_photo'],
    ['an SVG that begins like a JPEG', () => Buffer.concat([jpegHead, svg]), 422, 'photo_damaged'],
    [
      'a GIF',
      async () =>
        sharp(await photo())
          .gif()
          .toBuffer(),
      422,
      'not_a_photo',
    ],
    [
      'an HTML page that begins like a GIF',
      () => Buffer.concat([Buffer.from('GIF89a/*'), page]),
      422,
      'not_a_photo',
    ],
    ['half a photo', async () => (await photo(1000, 1000)).subarray(0, 3000), 422, 'photo_damaged'],
    ['a photo of 50,000 by 50,000', () => pngOf(50_000, 50_000), 422, 'too_many_pixels'],
    ['a photo of 2 billion by 1', () => pngOf(2_000_000_000, 1), 422, 'photo_damaged'],
    ['a photo that ends after its header', () => pngOf(6000, 6000), 422, 'photo_damaged'],
    ['11 MB', () => Buffer.concat([jpegHead, Buffer.alloc(11_000_000)]), 413, 'too_large'],
    [
      'one byte more than allowed',
      () => Buffer.concat([jpegHead, Buffer.alloc(LARGEST_FILE - 3)]),
      413,
      'too_large',
    ],
    ['an empty file', () => Buffer.alloc(0), 422, 'invalid'],
  ];
  it.each(attacks)('%s is refused, and nothing is stored', async (_what, make, status, code) => {
    const [before, files] = [await countUploads(), app.sent.files.size];
    const reply = await sendPicture(app, { bytes: await make() }, office);
    expect([reply.status, problem(reply).code]).toEqual([status, code]);
    expect([await countUploads(), app.sent.files.size]).toEqual([before, files]);
  });

  it.each([
    ['another field', { field: 'photo' }],
    ['an invalid field name', { field: '__proto__' }],
  ])('a file in %s is refused with a field error', async (_what, sent) => {
    const reply = await sendPicture(app, { bytes: await photo(), ...sent }, office);
    expect([400, 422]).toContain(reply.status);
  });

  it('is refused with a message that says what can be sent', async () => {
    expect(problem(await sendPicture(app, { bytes: svg }, office)).detail).toContain('JPEG, PNG or WebP');
  });

  it.each([
    ['JSON', { 'content-type': 'application/json' }, '{}', 422],
    [
      'an unterminated form',
      { 'content-type': 'multipart/form-data; boundary=b' },
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      400,
    ],
    ['a form without a boundary', { 'content-type': 'multipart/form-data' }, 'abc', 400],
  ])('%s is refused', async (_what, headers, payload, status) => {
    const url = '/api/uploads';
    const asked = { ...headers, authorization: `Bearer ${office.jwt}` };
    const reply = await app.request({ method: 'POST', url, headers: asked, payload });
    expect(reply.status).toBe(status);
  });

  it('is answered even if it is large: the client gets the reason over a real connection', async () => {
    const address = await app.api.fastify.listen({ port: 0, host: '127.0.0.1' });
    const form = new FormData();
    form.append('file', new Blob([Buffer.concat([jpegHead, Buffer.alloc(12_000_000)])]), 'large.jpg');
    const headers = { authorization: `Bearer ${office.jwt}` };
    const reply = await fetch(`${address}/api/uploads`, { method: 'POST', body: form, headers });
    expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([413, 'too_large']);
  });
});

describe('file names and URLs with path traversal', () => {
  it.each(['../../../etc/passwd', '..\\..\\boot.ini', '/etc/passwd', 'photo.jpg\0.html', 'a.php'])(
    'a file named %j is stored under a generated name',
    async (name) => {
      const reply = await sendPicture(app, { bytes: await photo(), name }, office);
      expect(reply.status).toBe(201);
      const { id } = reply.body as Uploaded;
      const keys = [...app.sent.files.keys()].filter((key) => key.startsWith(id));
      expect(keys).toHaveLength(9);
      expect(keys.every((key) => /^[0-9a-f-]{36}-\d+\.(avif|webp|jpg)$/.test(key))).toBe(true);
    },
  );

  it.each([
    '/uploads/',
    '/uploads/..',
    '/uploads/../session-secret',
    '/uploads/%2e%2e/session-secret',
    '/uploads/..%2fsession-secret',
    '/uploads/01900000-0000-7000-8000-000000000001/..%2f..%2fsession-secret',
    '/uploads/01900000-0000-7000-8000-000000000001/320.jpg',
  ])('%s is not found', async (url) => {
    expect((await served(url)).status).toBe(404);
  });

  it('the folders of uploads cannot be listed', async () => {
    const { id } = await upload(await photo());
    for (const url of [`/uploads/${id}`, `/uploads/${id}/`]) expect((await served(url)).status).toBe(404);
  });
});

describe('permissions and limits', () => {
  it('signed-out visitors and customers cannot upload', async () => {
    const bytes = await photo();
    expect((await sendPicture(app, { bytes })).status).toBe(401);
    expect((await sendPicture(app, { bytes }, await signedIn(app, 'customer'))).status).toBe(403);
  });

  it('more than a hundred uploads in an hour are refused', async () => {
    const bytes = Buffer.from('no photo');
    const one = await signedIn(app, 'cleaner');
    for (let i = 0; i < 100; i += 1) await sendPicture(app, { bytes }, one);
    expect((await sendPicture(app, { bytes }, one)).status).toBe(429);
  });
});

const of = { kind: 'cleaner', id: aminahID };

function use(after: string, { before = '', actor = 'cleaner', actorID = aminahID } = {}) {
  const person = { role: actor as 'cleaner', id: actorID, sessionID: 'none' };
  const ctx = app.context(actor === 'admin' ? { ...person, officeRole: 'office' as const } : person);
  return inTransaction(ctx, (tx) => changePicture(tx, { before, after, of, path: 'profilePhoto' }));
}

describe('a refused file is not read', () => {
  /** Announces 10 MB and sends only the start of the form, so that a response proves that the body was not read. */
  async function startUpload(address: string, as: As) {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname);
    const head = [
      'POST /api/uploads HTTP/1.1',
      `Host: ${hostname}`,
      ...(as.jwt === undefined ? [] : [`Authorization: Bearer ${as.jwt}`]),
      'Content-Type: multipart/form-data; boundary=b',
      'Content-Length: 10000000',
    ];
    const start = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
    socket.write(`${head.join('\r\n')}\r\n\r\n${start}`);
    const answer = new Promise<string>((answered) => socket.once('data', (data) => answered(String(data))));
    return { socket, answer };
  }

  it.each([
    ['without a session', 401, async (_on: TestApp): Promise<As> => ({})],
    ['by a customer', 403, (on: TestApp) => signedIn(on, 'customer')],
    [
      'over the hourly limit',
      429,
      async (on: TestApp) => {
        const one = await signedIn(on, 'cleaner');
        for (let i = 0; i < 100; i += 1) await sendPicture(on, { bytes: Buffer.from('no photo') }, one);
        return one;
      },
    ],
  ])('%s', async (_what, status, who) => {
    const fresh = await startTestApp({ features: [accounts, feature] });
    const address = await fresh.api.fastify.listen({ port: 0, host: '127.0.0.1' });
    const as = await who(fresh);
    const { socket, answer } = await startUpload(address, as);
    expect(await answer).toContain(`HTTP/1.1 ${status}`);
    socket.destroy();
    await fresh.close();
  });

  it('while sixteen are being received: the next one is told when to retry', async () => {
    const fresh = await startTestApp({ features: [accounts, feature] });
    const address = await fresh.api.fastify.listen({ port: 0, host: '127.0.0.1' });
    const as = await signedIn(fresh, 'admin');
    const open: Awaited<ReturnType<typeof startUpload>>[] = [];
    for (let i = 0; i < 16; i += 1) open.push(await startUpload(address, as));
    const reply = async () => {
      fresh.clock.advance({ minutes: 1 }); // each attempt counts towards the hourly limit
      // An earlier attempt may have taken the place of one that was only being connected.
      open.push(await startUpload(address, as));
      const { status, headers } = await sendPicture(fresh, { bytes: Buffer.from('no photo') }, as);
      return [status, headers['retry-after']];
    };
    await expect.poll(reply, { interval: 1000 }).toEqual([503, '5']);
    for (const { socket } of open) socket.destroy();
    await expect.poll(async () => (await sendPicture(fresh, { bytes: await photo() }, as)).status).toBe(201);
    await fresh.close();
  });
});

describe('a picture in use', () => {
  const refused = { refusal: 'invalid', errors: [{ path: 'profilePhoto' }] };

  it('must be an upload by its user, and can be used once', async () => {
    const own = await upload(await photo(), aminah);
    const other = await upload(await photo());
    expect(await use(other.url)).toMatchObject(refused);
    expect(await use(own.sizes[0]?.url ?? '')).toMatchObject(refused);
    expect(await use('https://elsewhere.test/a.jpg')).toMatchObject(refused);
    expect(await use(`/uploads/${aminahID}/400.jpg`)).toMatchObject(refused);
    expect(await use(own.url)).toBeNull();
    expect(await use(own.url)).toMatchObject(refused);
    expect(await use(own.url, { before: own.url })).toBeNull();
  });

  it('can be anyone’s for the office', async () => {
    const own = await upload(await photo(), aminah);
    expect(await use(own.url, { actor: 'admin', actorID: app.services.newID() })).toBeNull();
  });

  it('is kept, while unused ones are deleted with their files after a day', async () => {
    const [used, left, replaced] = [
      await upload(await photo(), aminah),
      await upload(await photo(), aminah),
      await upload(await photo(), aminah),
    ];
    expect(await use(replaced.url)).toBeNull();
    expect(await use(used.url, { before: replaced.url })).toBeNull();
    app.clock.advance({ hours: 23 });
    await app.runCronJobs();
    expect((await served(left.url)).status).toBe(200);
    app.clock.advance({ hours: 2 });
    await app.runCronJobs();
    expect((await served(used.url)).status).toBe(200);
    for (const { url, id } of [left, replaced]) {
      expect((await served(url)).status).toBe(404);
      expect([...app.sent.files.keys()].filter((key) => key.startsWith(id))).toEqual([]);
      expect(await use(url)).toMatchObject(refused);
    }
  });

  it('cannot be one that was only partially stored', async () => {
    const { put } = app.services.providers.files;
    let puts = 0;
    const failing = {
      ...app.services.providers.files,
      put: async (...all: Parameters<typeof put>) => {
        puts += 1;
        if (puts > 4) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        return put(...all);
      },
    };
    const full = await startTestApp({ features: [accounts, feature], providers: { files: failing } });
    const reply = await sendPicture(full, { bytes: await photo() }, await signedIn(full, 'admin'));
    expect(reply.status).toBe(503);
    const rows = await full.services.db.selectFrom('upload').selectAll().execute();
    expect(rows).toMatchObject([{ storedAt: null }]);
    full.clock.advance({ hours: 25 });
    await full.runCronJobs();
    expect(await full.services.db.selectFrom('upload').selectAll().execute()).toEqual([]);
    await full.close();
  });
});

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesCases } from '../../testing/conformance.ts';
import { neverOpens } from '../../testing/never-opens.ts';
import { diskFiles } from './disk-files.ts';
import type { FileStore } from './files.ts';
import { s3Files } from './s3-files.ts';

const KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };
const REGION = 'ap-southeast-1';

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Whether the request is signed with our key. Source: AWS Signature Version 4, implemented here independently. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const read =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  const [, credential = '', signedHeaders = '', signature = ''] = read ?? [];
  const [accessKeyId, day = '', region = '', service = '', end = ''] = credential.split('/');
  if (accessKeyId !== KEYS.accessKeyId || region !== REGION || service !== 's3') return false;
  const sentHash = String(request.headers['x-amz-content-sha256']);
  if (sentHash !== 'UNSIGNED-PAYLOAD' && sentHash !== sha256(body)) return false;
  const url = new URL(request.url ?? '', 'http://store.test');
  const headers = signedHeaders.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`);
  const query = [...url.searchParams].map((pair) => pair.map(encodeURIComponent).join('=')).toSorted();
  const canonical = [
    request.method,
    url.pathname,
    query.join('&'),
    headers.join(''),
    signedHeaders,
    sentHash,
  ];
  const scope = [day, region, service, end].join('/');
  const toSign = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical.join('\n'))];
  const key = [day, region, service, end].reduce<string | Buffer>(hmac, `AWS4${KEYS.secretAccessKey}`);
  return timingSafeEqual(hmac(key, toSign.join('\n')), Buffer.from(signature, 'hex'));
}

/** A fake S3 server over HTTP: it stores objects, and rejects invalid signatures. */
function startStore(objects: Map<string, { body: Buffer; type: string }>): Promise<Server> {
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const refuse = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`<Error><Code>${code}</Code></Error>`);
    if (!isSigned(request, body)) return refuse(403, 'SignatureDoesNotMatch');
    const key = request.url ?? '';
    if (request.method === 'PUT') {
      objects.set(key, { body, type: String(request.headers['content-type']) });
      return response.writeHead(200, { etag: '"1"' }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    const object = objects.get(key);
    return object ? response.writeHead(200).end(object.body) : refuse(404, 'NoSuchKey');
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const objects = new Map<string, { body: Buffer; type: string }>();
let server: Server;
let endpoint: string;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kemas-files-'));
  server = await startStore(objects);
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const s3 = (more = {}) =>
  s3Files({ endpoint, bucket: 'photos', region: REGION, ...KEYS, makeBreaker: neverOpens, ...more });
const stores: [string, () => FileStore][] = [
  ['a folder', () => diskFiles(path.join(folder, 'uploads'))],
  ['an S3-compatible store', () => s3()],
];

describe.each(stores)('%s', (_name, open) => {
  it.each(filesCases)('$name', ({ run }) => run({ files: open() }));
});

it('leaves no partial file in the directory when a write fails', async () => {
  const own = path.join(folder, 'half');
  const store = diskFiles(own);
  await store.put('a.webp', { bytes: Uint8Array.of(1), type: 'image/webp' });
  await expect(store.put('b.webp', { bytes: 7 as never, type: 'image/webp' })).rejects.toThrow();
  expect(await readdir(own)).toEqual(['a.webp']);
});

describe('an S3-compatible store', () => {
  it('stores the content type, under the bucket', async () => {
    await s3().put('a.webp', { bytes: Uint8Array.of(1), type: 'image/webp' });
    expect(objects.get('/photos/a.webp')).toMatchObject({ type: 'image/webp' });
  });

  it('throws, rather than reporting a missing file, when it refuses the key or is unreachable', async () => {
    await expect(s3({ secretAccessKey: 'another' }).get('a.webp')).rejects.toThrow();
    await expect(s3({ endpoint: 'http://127.0.0.1:9' }).get('a.webp')).rejects.toThrow();
    await expect(
      s3({ endpoint: 'http://127.0.0.1:9' }).put('a.webp', { bytes: Uint8Array.of(1), type: 'a/b' }),
    ).rejects.toThrow();
  });

  it('repeats a request once if the store does not respond, and does not follow redirects', async () => {
    const asked: string[] = [];
    const flaky = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      request.resume();
      const status = asked.length === 1 ? 503 : 200;
      response.writeHead(status).end(status === 200 ? 'kept' : '');
    });
    await new Promise<void>((up) => flaky.listen(0, '127.0.0.1', up));
    const at = `http://127.0.0.1:${(flaky.address() as AddressInfo).port}`;
    expect(Buffer.from((await s3({ endpoint: at }).get('a.webp')) ?? []).toString()).toBe('kept');
    expect(asked).toEqual(['GET /photos/a.webp', 'GET /photos/a.webp']);
    flaky.close();
    const elsewhere = createServer((_request, response) =>
      response.writeHead(302, { location: `${endpoint}/photos/a.webp` }).end(),
    );
    await new Promise<void>((up) => elsewhere.listen(0, '127.0.0.1', up));
    const from = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
    await expect(s3({ endpoint: from }).get('a.webp')).rejects.toThrow();
    elsewhere.close();
  });
});

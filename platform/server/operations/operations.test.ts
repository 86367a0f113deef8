import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { defineCall } from '../../contract/call.ts';
import { cents, idParams, listQuery, listReply, mobile } from '../../contract/schemas.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { buildApp } from '../http/build-app.ts';
import { createMetrics } from '../metrics.ts';
import { serveDocumentation } from './documentation.ts';
import { serveHealth, watchHealth } from './health.ts';
import { startMetricsServer } from './metrics-server.ts';
import { openApiDocument } from './openapi.ts';

const list = defineCall({
  method: 'GET',
  path: '/widgets',
  aliases: ['/things'],
  who: ['admin'],
  summary: 'Widgets.',
  query: listQuery(['name'], { colour: z.enum(['red', 'blue']).optional() }),
  reply: listReply(z.strictObject({ id: z.uuid() })),
  streamed: true,
});
const pay = defineCall({
  method: 'POST',
  path: '/widgets/:id/pay',
  who: ['customer', 'anyone'],
  summary: 'Pays.',
  params: idParams,
  body: z.strictObject({ total: cents, mobile }),
  reply: z.strictObject({ ok: z.boolean() }),
  status: 201,
  idempotent: true,
  errors: { widget_gone: { status: 409, title: 'Gone', detail: 'Take <another>.' } },
});

interface Operation {
  operationId: string;
  security: object[];
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, { description: string; content: Record<string, object> }>;
  requestBody?: unknown;
  'x-who': string[];
}

describe('the OpenAPI document', () => {
  const document = openApiDocument([list, pay]) as { paths: Record<string, Record<string, Operation>> };
  const pays = document.paths['/widgets/{id}/pay']?.post;

  it('contains every route, including its aliases', () => {
    expect(Object.keys(document.paths)).toEqual(['/widgets', '/things', '/widgets/{id}/pay']);
    expect(pays?.operationId).toBe('postWidgetsIDPay');
  });

  it('describes who may call, and whether a session is needed', () => {
    expect(document.paths['/widgets']?.get).toMatchObject({ 'x-who': ['admin'], security: [{ bearer: [] }] });
    expect(pays?.security).toEqual([{}, { bearer: [] }]);
  });

  it('describes requests and responses', () => {
    expect(pays?.requestBody).toMatchObject({
      content: {
        'application/json': { schema: { required: ['total', 'mobile'], additionalProperties: false } },
      },
    });
    expect(pays?.parameters).toEqual([
      expect.objectContaining({ name: 'id', in: 'path', required: true }),
      expect.objectContaining({ name: 'Idempotency-Key', in: 'header' }),
    ]);
    const names = document.paths['/widgets']?.get?.parameters.map((parameter) => parameter.name);
    expect(names).toEqual(expect.arrayContaining(['from', 'size', 'sortby', 'order', 'trash', 'colour']));
    expect(Object.keys(document.paths['/widgets']?.get?.responses['200']?.content ?? {})).toContain(
      'text/csv',
    );
  });

  it('lists every code under its status', () => {
    expect(Object.keys(pays?.responses ?? {})).toEqual([
      '201',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '422',
      '500',
      '503',
    ]);
    expect(pays?.responses['409']?.description).toContain('widget_gone');
    expect(pays?.responses['409']?.description).toContain('idempotency_mismatch');
  });
});

/** The previous test's result is shared for a second. */
const freshAnswer = () => new Promise((done) => setTimeout(done, 1050));

describe('operational endpoints', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      features: [
        { name: 'health', routes: serveHealth },
        { name: 'docs', routes: serveDocumentation },
      ],
    });
  });
  afterAll(() => app.close());
  const get = (url: string) => app.request({ method: 'GET', url });

  it('a running app reports that it is alive and ready', async () => {
    expect(await get('/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await get('/readyz')).toMatchObject({
      status: 200,
      body: { status: 'ok', database: 'ok', queue: { waiting: 0, oldest: 0 } },
    });
  });

  it('query the database once for concurrent requests', async () => {
    await freshAnswer();
    const query = vi.spyOn(app.database.pool, 'connect');
    await Promise.all(['/readyz', '/readyz', '/metrics', '/readyz'].map(get));
    const asked = query.mock.calls.length;
    query.mockRestore();
    expect(asked).toBeLessThanOrEqual(1);
  });

  it('report degraded when no worker takes due tasks', async () => {
    await app.database.pool.query(
      `select graphile_worker.add_job('nobody', run_at := now() - interval '10 minutes')`,
    );
    await freshAnswer();
    expect(await get('/readyz')).toMatchObject({
      status: 200,
      body: { status: 'degraded', queue: { waiting: 1 } },
    });
  });

  it('expose Prometheus metrics', async () => {
    const metrics = await get('/metrics');
    expect(metrics.body).toContain('kemas_http_request_seconds_bucket');
    expect(metrics.body).toContain('kemas_outbox_waiting 1');
    expect(metrics.body).toContain('kemas_outbox_failed 0');
    expect(metrics.body).toContain('kemas_worker_last_sweep_seconds Nan');
  });

  it('serve the documentation from their own origin, without inline script', async () => {
    const page = String((await get('/api/docs')).body);
    expect(page).not.toMatch(/<script>|<style|style=|https?:\/\//);
    for (const [, address] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
      expect((await get(String(address))).status).toBe(200);
    }
  });

  it('document each code at the address in its type', async () => {
    expect(String((await get('/api/docs')).body)).toContain('<dt id="throttled">');
  });
});

describe('metrics on their own port', () => {
  it('are not on the port of the app', async () => {
    const app = await startTestApp({
      features: [{ name: 'health', routes: serveHealth }],
      env: { METRICS_PORT: '0' },
    });
    expect((await app.request({ method: 'GET', url: '/metrics' })).status).toBe(404);
    expect((await app.request({ method: 'GET', url: '/healthz' })).status).toBe(200);
  });

  it('are all that this port serves', async () => {
    const { registry } = createMetrics();
    const server = await startMetricsServer({ registry, port: 0, host: '127.0.0.1' });
    onTestFinished(() => server.close());
    const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${server.port}${path}`, { method });
    const reply = await ask('/metrics?x=1');
    expect(reply.status).toBe(200);
    expect(await reply.text()).toContain('kemas_process_cpu_seconds_total');
    const others = await Promise.all([
      ask('/'),
      ask('/healthz'),
      ask('/metrics', 'POST'),
      ask('/metrics/..%2f'),
    ]);
    expect(others.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

describe('the port of a worker', () => {
  it('reports its health as well', async () => {
    const app = await startTestApp({ features: [] });
    const { registry } = app.services.metrics;
    const health = watchHealth(app.services);
    const server = await startMetricsServer({ registry, port: 0, host: '127.0.0.1', health });
    onTestFinished(() => server.close());
    const ask = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);
    expect((await ask('/healthz')).status).toBe(200);
    expect(await (await ask('/readyz')).json()).toMatchObject({ status: 'ok', database: 'ok' });
    expect(await (await ask('/metrics')).text()).toContain('kemas_outbox_waiting 0');
    expect((await ask('/api/contact-details')).status).toBe(404);
    await app.database.close();
    await freshAnswer();
    const unready = await ask('/readyz');
    expect([unready.status, unready.headers.get('retry-after')]).toEqual([503, '2']);
  });
});

describe('without a cron job for three minutes', () => {
  const SHARED = { DATABASE_URL: 'postgres://kemas@database/kemas', SESSION_SECRET: 's'.repeat(32) };
  const LATER_MS = 181_000;

  it.each([
    ['all', 503, 'unavailable'],
    ['worker', 503, 'unavailable'],
    ['api', 200, 'degraded'],
  ])('a process that does %s replies %s: %s', async (PROCESS, status, word) => {
    const app = await startTestApp({ features: [], env: { ...SHARED, PROCESS } });
    const health = watchHealth(app.services);
    const uptime = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + LATER_MS);
    onTestFinished(() => uptime.mockRestore());
    const { status: replied, body } = await health.readiness();
    expect([replied, body]).toEqual([status, expect.objectContaining({ status: word, database: 'ok' })]);
  });
});

describe('a process that stops', () => {
  it('is not ready, but serves and closes the connection after each reply', async () => {
    const stopping = new AbortController();
    const app = await startTestApp({ features: [] });
    const { fastify } = await buildApp({
      services: app.services,
      routes: [],
      extras: [serveHealth],
      stopping: stopping.signal,
    });
    const before = await fastify.inject('/readyz');
    expect([before.statusCode, before.headers.connection]).toEqual([200, 'keep-alive']);
    stopping.abort();
    const after = await fastify.inject('/readyz');
    expect([after.statusCode, after.json()]).toEqual([503, { status: 'unavailable', reason: 'stopping' }]);
    const served = await fastify.inject('/healthz');
    expect([served.statusCode, served.headers.connection]).toEqual([200, 'close']);
    await fastify.close();
  });
});

it('are not ready without a database, and report it', async () => {
  const app = await startTestApp({ features: [{ name: 'health', routes: serveHealth }] });
  await app.database.close();
  const reply = await app.request({ method: 'GET', url: '/readyz' });
  expect(reply).toMatchObject({
    status: 503,
    body: { status: 'unavailable' },
    headers: { 'retry-after': '2' },
  });
  expect((await app.request({ method: 'GET', url: '/healthz' })).status).toBe(200);
  await app.api.fastify.close();
});

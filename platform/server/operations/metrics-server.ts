import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { Health } from './health.ts';

interface MetricsServerOptions {
  readonly registry: Registry;
  /** 0 picks a free one. */
  readonly port: number;
  readonly host: string;
  /** With it, `/healthz` and `/readyz` are served too: a process without an API has no other port. */
  readonly health?: Health;
}

interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' };
const NOT_FOUND: Page = { status: 404, headers: {}, text: '' };
const FAILED: Page = { status: 500, headers: {}, text: '' };

/** `/metrics` on its own port, so that no proxy of the app can expose it. */
export async function startMetricsServer({ registry, health, ...at }: MetricsServerOptions) {
  const pages: Readonly<Record<string, () => Promise<Page>>> = {
    '/metrics': async () => ({
      status: 200,
      headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
      text: await registry.metrics(),
    }),
    ...(health && {
      '/healthz': async () => ({ status: 200, headers: JSON_HEADERS, text: '{"status":"ok"}' }),
      '/readyz': async () => {
        const { status, headers, body } = await health.readiness();
        return { status, headers: { ...JSON_HEADERS, ...headers }, text: JSON.stringify(body) };
      },
    }),
  };
  const server = createServer(async (request, response) => {
    const address = request.url?.split('?')[0] ?? '';
    const page = request.method === 'GET' && Object.hasOwn(pages, address) ? pages[address] : undefined;
    const { status, headers, text } = await (page === undefined ? NOT_FOUND : page().catch(() => FAILED));
    response.writeHead(status, headers).end(text);
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(at, listening);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

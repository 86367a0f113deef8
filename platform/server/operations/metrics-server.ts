import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

interface MetricsServerOptions {
  readonly registry: Registry;
  /** 0 picks a free one. */
  readonly port: number;
  readonly host: string;
}

/** `/metrics` on its own port, so that no proxy of the app can expose it. */
export async function startMetricsServer({ registry, port, host }: MetricsServerOptions) {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const metrics = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType, 'cache-control': 'no-store' });
      response.end(metrics);
    } catch {
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, host, listening);
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

import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { OpenedProcess } from '#apps/process/open-process.ts';
import { metricsPort } from '#platform/server/config.ts';
import { listenForLiveEvents } from '#platform/server/live/live-events.ts';
import { startMetricsServer } from '#platform/server/operations/metrics-server.ts';
import { openApi } from './open-api.ts';

export interface ServedApi {
  /** The address it listens on, e.g. `http://127.0.0.1:3000`. */
  readonly address: string;
  /**
   * Says at `/readyz` that it stops, but serves for DRAIN_SECONDS more. Then takes no new connections, and finishes the
   * pending requests, at most 10 s.
   */
  close(): Promise<void>;
}

/** Time (ms) that pending requests get once no new connections are taken. */
const PENDING_REQUESTS_MS = 10_000;
const CLOSE_IDLE_MS = 100;

/** Serves the API and the web app, and `/metrics` on its own port if it has one. */
export async function serveApi(opened: OpenedProcess): Promise<ServedApi> {
  await using started = new AsyncDisposableStack();
  const { config, services, connection, log } = opened;
  const live = listenForLiveEvents(connection, log);
  started.defer(() => live.close());
  const stopping = new AbortController();
  const { fastify } = await openApi(opened, { live, stopping: stopping.signal });
  started.defer(() => closeServer(fastify));
  const ownPort = metricsPort(config);
  if (ownPort !== null) {
    const { registry } = services.metrics;
    const metrics = await startMetricsServer({ registry, port: ownPort, host: config.METRICS_HOST });
    started.defer(() => metrics.close());
  }
  const address = await fastify.listen({ port: config.PORT, host: config.HOST });
  opened.outside.publishAddress(address);
  const all = started.move();
  return {
    address,
    async close() {
      stopping.abort();
      await sleep(config.DRAIN_SECONDS * 1000);
      await all.disposeAsync();
    },
  };
}

async function closeServer(fastify: FastifyInstance): Promise<void> {
  const limit = setTimeout(() => fastify.server.closeAllConnections(), PENDING_REQUESTS_MS);
  // Node.js closes the connections that are idle when the server closes, not those that become idle later.
  const idle = setInterval(() => fastify.server.closeIdleConnections(), CLOSE_IDLE_MS);
  await fastify.close().finally(() => {
    clearTimeout(limit);
    clearInterval(idle);
  });
}

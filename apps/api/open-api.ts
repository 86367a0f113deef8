import { existsSync } from 'node:fs';
import path from 'node:path';
import type { MovableClock } from '#platform/server/clock.ts';
import type { Services } from '#platform/server/context.ts';
import { sweepsOf } from '#platform/server/feature.ts';
import type { Api, RegisterRoutes } from '#platform/server/http/api.ts';
import { buildApp } from '#platform/server/http/build-app.ts';
import { ROUTES_FILE } from '#platform/server/http/routes-file.ts';
import { sweepIdempotencyKeys } from '#platform/server/idempotency.ts';
import { serveDocumentation } from '#platform/server/operations/documentation.ts';
import { serveHealth } from '#platform/server/operations/health.ts';
import { sandboxRoutes } from '#platform/server/sandbox/sandbox-routes.ts';
import { sweepThrottles } from '#platform/server/throttle.ts';
import type { Sweeps } from '#platform/server/worker.ts';
import { features } from './features.ts';
import type { OpenedServices } from './services.ts';

const WEB_FOLDER = path.resolve(import.meta.dirname, '../../dist/web');

/** Everything that is due now and then: the platform's and every feature's. */
export const sweeps: Sweeps = {
  'idempotency-keys': sweepIdempotencyKeys,
  throttles: sweepThrottles,
  ...sweepsOf(features),
};

/** The API of all features, with health, documentation, the sandbox where it is used, and the web app. */
export function openApi({ services, outside }: OpenedServices): Promise<Api> {
  return buildApp({
    services,
    routes: [
      ...features.flatMap((feature) => (feature.routes ? [feature.routes] : [])),
      ...sandboxOf(services, outside.twin),
    ],
    extras: [serveHealth, serveDocumentation],
    checksReplies: services.config.NODE_ENV === 'test',
    ...(existsSync(path.join(WEB_FOLDER, ROUTES_FILE)) ? { webFolder: WEB_FOLDER } : {}),
  });
}

function sandboxOf(services: Services, twin: OpenedServices['outside']['twin']): RegisterRoutes[] {
  if (!('moveTo' in services.clock)) return [];
  return [sandboxRoutes({ clock: services.clock as MovableClock, sweeps, ...(twin ? { twin } : {}) })];
}

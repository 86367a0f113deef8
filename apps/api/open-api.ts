import { existsSync } from 'node:fs';
import path from 'node:path';
import type { OpenedServices } from '#apps/process/services.ts';
import type { MovableClock } from '#platform/server/clock.ts';
import type { Services } from '#platform/server/context.ts';
import { sandboxRoutes } from '#platform/server/fakes/sandbox-routes.ts';
import type { Api, RegisterRoutes } from '#platform/server/http/api.ts';
import { buildApp } from '#platform/server/http/build-app.ts';
import { ROUTES_FILE } from '#platform/server/http/routes-file.ts';
import type { LiveEvents } from '#platform/server/live/live-events.ts';
import { serveLiveEvents } from '#platform/server/live/serve-live-events.ts';
import { serveDocumentation } from '#platform/server/operations/documentation.ts';
import { serveHealth } from '#platform/server/operations/health.ts';
import { guardPublicDemo, publicDemoRoutes } from './public-demo.ts';

const WEB_FOLDER = path.resolve(import.meta.dirname, '../../dist/web');

interface ApiParts {
  readonly live: LiveEvents;
  /** Aborts when the process begins to stop. */
  readonly stopping: AbortSignal;
}

/** The API of all features, with health, documentation, the sandbox if it is used, and the web app. */
export function openApi(
  { services, outside }: Pick<OpenedServices, 'services' | 'outside'>,
  { live, stopping }: ApiParts,
): Promise<Api> {
  return buildApp({
    services,
    stopping,
    routes: [
      ...services.composed.routes,
      ...sandboxOf(services, outside.fake),
      ...(services.config.DEMO === 'public' ? [publicDemoRoutes] : []),
    ],
    extras: [serveHealth, serveDocumentation, serveLiveEvents(live)],
    ...(services.config.DEMO === 'public' && { guard: guardPublicDemo }),
    checksReplies: services.config.NODE_ENV === 'test',
    ...(existsSync(path.join(WEB_FOLDER, ROUTES_FILE)) ? { webFolder: WEB_FOLDER } : {}),
  });
}

function sandboxOf(services: Services, fake: OpenedServices['outside']['fake']): RegisterRoutes[] {
  if (!('moveTo' in services.clock)) return [];
  const { cronJobs } = services.composed;
  return [sandboxRoutes({ clock: services.clock as MovableClock, cronJobs, ...(fake ? { fake } : {}) })];
}

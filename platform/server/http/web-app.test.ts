import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { buildApp } from './build-app.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kemas-web-'));
  await writeFile(join(folder, 'index.html'), '<meta name="business-zone" content="__BUSINESS_ZONE__" />');
  app = await startTestApp({ features: [], env: { BUSINESS_TZ: 'Asia/Tokyo' } });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

it('writes the zone of the business into the page', async () => {
  const { fastify } = await buildApp({ services: app.services, routes: [], webFolder: folder });
  const page = await fastify.inject({ method: 'GET', url: '/' });
  expect(page.body).toBe('<meta name="business-zone" content="Asia/Tokyo" />');
  await fastify.close();
});

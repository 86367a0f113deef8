import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { ORIGIN } from './support/server.ts';
import { test } from './support/test.ts';

/** Whatever a browser paints of what it has, it has painted after this long. */
const LONG_ENOUGH_MS = 500;

const isPainted = () => performance.getEntriesByName('first-paint').length > 0;

/** A server whose page stops short until the rest of it is let through. */
async function servePage(first: string, rest: string) {
  const letThrough = Promise.withResolvers<void>();
  const server = createServer(async ({ url }, reply) => {
    if (url !== '/') return reply.writeHead(204).end();
    reply.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).write(first);
    await letThrough.promise;
    return reply.end(rest);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    letThrough: letThrough.resolve,
    close: () => server.close(),
  };
}

/** The drawn page without its scripts, in two parts: the second begins in the foot. */
async function pageInParts(): Promise<readonly [first: string, rest: string]> {
  const sent = await (await fetch(`${ORIGIN}/verifyotp`)).text();
  const html = sent.replaceAll(/<script(?! type="application\/json").*?<\/script>/gs, '');
  const within = html.indexOf('<footer') + 100;
  return [html.slice(0, within), html.slice(within)];
}

async function open(page: Page, first: string, rest: string) {
  const served = await servePage(first, rest);
  await page.goto(served.address, { waitUntil: 'commit' });
  return served;
}

test('a page whose foot comes late is painted once all of it is there', async ({ page }) => {
  const [first, rest] = await pageInParts();
  const { letThrough, close } = await open(page, first, rest);
  await setTimeout(LONG_ENOUGH_MS);
  expect(await page.evaluate(isPainted)).toBe(false);
  letThrough();
  await page.waitForFunction(isPainted, undefined, { polling: 50 });
  close();
});

test('(without asking for it, it is painted before, and its foot would be seen to move)', async ({
  page,
}) => {
  const [first, rest] = await pageInParts();
  const { letThrough, close } = await open(page, first.replace('<link rel="expect"', '<link'), rest);
  await page.waitForFunction(isPainted, undefined, { polling: 50 });
  letThrough();
  close();
});

// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, matchRoutes, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { session } from '#platform/web/session/session.ts';
import { discoverAreas } from './router.tsx';
import { cleanerArea } from './routes/cleaner-routes.ts';
import { customerArea } from './routes/customer-routes.ts';
import { office } from './routes/office-routes.ts';
import { checkout, entrances, publicSite } from './routes/public-routes.ts';
import { routesOf } from './routes-of.tsx';

const areas = [publicSite, checkout, entrances, customerArea, cleanerArea, office];
const routes = routesOf(areas);

afterEach(() => {
  cleanup();
  session.signOut();
  vi.unstubAllGlobals();
});

/** True for a site address without a page. */
function isNowhere(path: string): boolean {
  return matchRoutes(routes, path)?.at(-1)?.route.path === '*';
}

test('detects an address without a page', () => {
  expect(
    ['/admin/nothing', '/dashboard/x/y', '/privacy-policy', '/admin/jobs/list'].filter(isNowhere),
  ).toEqual(['/admin/nothing', '/dashboard/x/y']);
});

test.each([
  ['public', null, '/privacy-policy'],
  ['checkout', null, '/one-time/new'],
  ['entry', null, '/cleaner/signin'],
  ['customer', 'customer', '/dashboard/bookings'],
  ['cleaner', 'cleaner', '/cleaner/upcoming'],
  ['office', 'admin', '/admin/checklists'],
] as const)('the %s frame links only to pages that are there', async (_frame, role, path) => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network in this test')));
  if (role) session.signIn(role, { jwt: 'token', id: 'someone', fullname: 'Rachel Ong' });
  const router = createMemoryRouter(routesOf(), {
    initialEntries: [path],
    patchRoutesOnNavigation: discoverAreas(),
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1 });
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  expect(links).not.toEqual([]);
  expect(links.map((href) => href.replace(/[?#].*/, '')).filter(isNowhere)).toEqual([]);
});

const ROOT = join(import.meta.dirname, '../..');
/** Any string such as `'/jobs'` or `/jobs/${id}` in backticks. */
const ADDRESS = /['"`](\/[a-z][^'"`\s]*)['"`]/g;

/** Only pages that need a sign-in; the others share their prefixes with API routes. */
const AREA = /^\/(admin|dashboard|cleaner)(\/|$)/;

/** Addresses in the code of screens, with `x` for interpolated values. */
function namedAddresses(): { file: string; path: string }[] {
  const files = globSync('{features/*/*/web,platform/web,apps/web/shells}/**/*.{ts,tsx}', { cwd: ROOT });
  return files
    .filter((file) => !/\.test\.tsx?$|office-menu\.ts$|shells\/\w+-shell\.tsx$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(ADDRESS)].map(([, written = '']) => ({
        file,
        path: written.replace(/\$\{[^}]*\}/g, 'x').replace(/[?#].*/, ''),
      })),
    );
}

test('screens link only to addresses with a page', () => {
  const named = namedAddresses();
  expect(named.some(({ path }) => path === '/dashboard/bookings')).toBe(true);
  // An address that ends in a value may stand for several pages.
  expect(named.filter(({ path }) => AREA.test(path) && !path.endsWith('/x') && isNowhere(path))).toEqual([]);
});

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
import { type Area, handleOf, isBuilt, isRedirect } from './routes/route.ts';
import { routesOf } from './routes-of.tsx';

const areas = [publicSite, checkout, entrances, customerArea, cleanerArea, office];
const routes = routesOf(areas);

afterEach(() => {
  cleanup();
  session.signOut();
  vi.unstubAllGlobals();
});

/** True for the address of a page that is there to be typed, but says only what it cannot do yet. */
function isLater(path: string): boolean {
  const found = matchRoutes(routes, path);
  const redirected = areas.flatMap(({ pages }) => pages.filter(isRedirect));
  const to = redirected.find(({ paths }) => paths.includes(path))?.to;
  if (to !== undefined) return isLater(to);
  return handleOf(found?.map(({ route }) => route))?.later !== undefined;
}

test('a page counts as built by its own page, or by the one that it leads to', () => {
  const built = { paths: ['/a'] as const, title: 'A', load: async () => ({ Component: () => null }) };
  const area: Area = {
    shell: 'public',
    access: 'anyone',
    pages: [
      built,
      { paths: ['/b'], title: 'B', later: 'Not yet.' },
      { paths: ['/to-a'], to: '/a' },
      { paths: ['/to-b'], to: '/b' },
    ],
  };
  const paths = ['/a', '/b', '/to-a', '/to-b', '/nowhere'];
  expect(paths.filter((path) => isBuilt([area], path))).toEqual(['/a', '/to-a']);
});

test('the table itself says which pages are not built', () => {
  const paths = areas
    .flatMap(({ pages }) => pages)
    .flatMap((page) => ('later' in page ? page.paths.map((path) => path.replace(/:\w+/g, 'x')) : []));
  expect(paths.filter((path) => !isLater(path))).toEqual([]);
  expect(isLater('/privacy-policy')).toBe(false);
});

test.each([
  ['public', null, '/privacy-policy'],
  ['checkout', null, '/one-time/new'],
  ['entry', null, '/cleaner/signin'],
  ['customer', 'customer', '/dashboard/bookings'],
  ['cleaner', 'cleaner', '/cleaner/upcoming'],
  ['office', 'admin', '/admin/checklists'],
] as const)('the %s frame links to no page that is not built', async (_frame, role, path) => {
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
  expect(links.filter((href) => isLater(href.replace(/[?#].*/, '')))).toEqual([]);
});

const ROOT = join(import.meta.dirname, '../..');
/** `'/jobs'` or `/jobs/${id}` in backticks, whatever it is for. */
const ADDRESS = /['"`](\/[a-z][^'"`\s]*)['"`]/g;

/** Addresses that the code of screens names, with `x` where a value goes in. */
function namedAddresses(): { file: string; path: string }[] {
  const files = globSync('{features/*/web,platform/web,apps/web/shells}/**/*.{ts,tsx}', { cwd: ROOT });
  return files
    .filter((file) => !/\.test\.tsx?$|\/gallery\/|office-menu\.ts$|shells\/\w+-shell\.tsx$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(ROOT, file), 'utf8').matchAll(ADDRESS)].map(([, written = '']) => ({
        file,
        path: written.replace(/\$\{[^}]*\}/g, 'x').replace(/[?#].*/, ''),
      })),
    );
}

test('no screen names the address of a page that is not built', () => {
  const named = namedAddresses();
  // The frames filter their own lists; the test above holds what they show.
  expect(named.some(({ path }) => path === '/dashboard/bookings')).toBe(true);
  expect(named.filter(({ path }) => isLater(path))).toEqual([]);
});

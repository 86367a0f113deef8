import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import { redirect } from 'react-router';
import { phrase } from '#platform/web/i18n/texts.ts';
import { type Access, redirectFor } from '#platform/web/router/redirects.ts';
import { saveFragment } from '#platform/web/router/stored-fragment.ts';
import { session } from '#platform/web/session/session.ts';
import { Loading } from './pages/loading.tsx';
import { RouteError } from './pages/route-error.tsx';
import { Root } from './root.tsx';
import { openAreas } from './routes/open-areas.ts';
import {
  type Area,
  type Handle,
  isRedirect,
  type Page,
  type PageModule,
  type Redirect,
} from './routes/route.ts';
import { shells } from './shells/shells.ts';

/**
 * Shows the error page if code cannot be loaded (offline, a newer deployment), with a reload button. React Router would
 * leave the route blank.
 */
function orError(load: () => Promise<PageModule>): () => Promise<PageModule> {
  return () => load().catch(() => ({ Component: RouteError }));
}

/** A page inside the query cache's provider; both are loaded together. */
function reading(load: () => Promise<PageModule>): () => Promise<PageModule> {
  return async () => {
    const [page, { withQueries }] = await Promise.all([load(), import('./with-queries.tsx')]);
    return { Component: withQueries(page.Component) };
  };
}

function codeOf(entry: Page): () => Promise<PageModule> {
  return entry.plain ? entry.load : reading(entry.load);
}

/** Redirects people from pages that they may not open. */
function guard(access: Access) {
  return ({ request }: LoaderFunctionArgs) => {
    const { pathname, search } = new URL(request.url);
    const elsewhere = redirectFor(access, session.getState(), pathname + search);
    if (elsewhere === null) return null;
    saveFragment(pathname);
    return redirect(elsewhere);
  };
}

function pageRoutes(entry: Page | Redirect, area: Area): RouteObject[] {
  if (isRedirect(entry))
    return entry.paths.map((path) => ({ path, element: null, loader: () => redirect(entry.to) }));
  const access = entry.access ?? area.access;
  const handle: Handle = { title: entry.title, access };
  return entry.paths.map((path) => ({
    path,
    handle,
    ...(access === 'anyone' ? {} : { loader: guard(access) }),
    lazy: orError(codeOf(entry)),
    ErrorBoundary: RouteError,
  }));
}

export function areaRoute(area: Area): RouteObject {
  return {
    lazy: orError(shells[area.shell]),
    ErrorBoundary: RouteError,
    children: area.pages.flatMap((entry) => pageRoutes(entry, area)),
  };
}

/** The page for unknown addresses. */
export const notFound: Page = {
  paths: ['*'],
  title: phrase('Page not found'),
  plain: true,
  load: () => import('./pages/not-found-page.tsx'),
};

export const ROOT = 'root';

/** The initial routes: the open areas. `discoverAreas` adds the others. */
export function routesOf(areas: readonly Area[] = openAreas): RouteObject[] {
  const nowhere: Area = { shell: 'public', access: 'anyone', pages: [notFound] };
  return [
    {
      id: ROOT,
      Component: Root,
      HydrateFallback: Loading,
      ErrorBoundary: RouteError,
      children: [...areas, nowhere].map(areaRoute),
    },
  ];
}

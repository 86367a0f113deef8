import type { LoaderFunctionArgs, RouteObject } from 'react-router';
import { redirect } from 'react-router';
import { type Access, redirectFor } from '#platform/web/router/ways.ts';
import { session } from '#platform/web/session/session.ts';
import { Loading } from './pages/loading.tsx';
import { RouteError } from './pages/route-error.tsx';
import { Root } from './root.tsx';
import { type Area, type Handle, isRedirect, type Page, type Redirect } from './routes/route.ts';
import { areas } from './routes/table.ts';
import { shells } from './shells/shells.ts';

const laterPage = () => import('./pages/later-page.tsx');

/** Turns people away from pages that are not theirs, before the page is shown. */
function guard(access: Access) {
  return ({ request }: LoaderFunctionArgs) => {
    const { pathname, search } = new URL(request.url);
    const elsewhere = redirectFor(access, session.getState(), pathname + search);
    return elsewhere === null ? null : redirect(elsewhere);
  };
}

function pageRoutes(entry: Page | Redirect, area: Area): RouteObject[] {
  if (isRedirect(entry))
    return entry.paths.map((path) => ({ path, element: null, loader: () => redirect(entry.to) }));
  const access = entry.access ?? area.access;
  const notYet = 'later' in entry ? { later: entry.later } : {};
  const handle: Handle = { title: entry.title, access, ...notYet };
  return entry.paths.map((path) => ({
    path,
    handle,
    loader: guard(access),
    lazy: 'load' in entry ? entry.load : laterPage,
    ErrorBoundary: RouteError,
  }));
}

function areaRoute(area: Area): RouteObject {
  return {
    lazy: shells[area.shell],
    ErrorBoundary: RouteError,
    children: area.pages.flatMap((entry) => pageRoutes(entry, area)),
  };
}

const notFound: Page = {
  paths: ['*'],
  title: { en: 'Page not found', zh: '找不到页面' },
  load: () => import('./pages/not-found-page.tsx'),
};

/** The whole site as React Router wants it. */
export function routesOf(table: readonly Area[] = areas): RouteObject[] {
  const nowhere: Area = { shell: 'public', access: 'anyone', pages: [notFound] };
  return [
    {
      Component: Root,
      HydrateFallback: Loading,
      ErrorBoundary: RouteError,
      children: [...table, nowhere].map(areaRoute),
    },
  ];
}

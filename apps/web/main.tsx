import '#platform/web/design/styles.css';
import './page.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, matchRoutes } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from '#platform/web/api/queries.ts';
import { language } from '#platform/web/i18n/language.ts';
import { viewStarter } from '#platform/web/router/view-start.ts';
import { session, startSession } from '#platform/web/session/session.ts';
import { followNavigation } from './navigation.ts';
import { checkOwnRecord } from './own-record.ts';
import { routesOf } from './router.tsx';
import { handleOf } from './routes/route.ts';
import { followSession } from './session-ways.ts';
import { titleOf } from './title.ts';

startSession();

const routes = routesOf();
const router = createBrowserRouter(routes);
const queries = createQueryClient();

const entitle = () => {
  document.title = titleOf(handleOf(router.state.matches.map(({ route }) => route))?.title, language.get());
};
followNavigation(router, {
  scrollToTop: () => window.scrollTo(0, 0),
  routeChanged: () => viewStarter.routeChanged(),
  entitle,
});
language.subscribe(entitle);

followSession(
  session,
  router,
  (pathname) => handleOf(matchRoutes(routes, pathname)?.map(({ route }) => route))?.access ?? 'anyone',
);
// What one person was shown is not kept for the next.
session.onEnd(() => queries.clear());
void checkOwnRecord();

const place = document.getElementById('app');
if (!place) throw new Error('The page has no element with the id app');
createRoot(place).render(
  <QueryClientProvider client={queries}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);

import '#platform/web/design/styles.css';
import './page.css';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { language } from '#platform/web/i18n/language.ts';
import { viewStarter } from '#platform/web/router/view-start.ts';
import { session, startSession } from '#platform/web/session/session.ts';
import { followSession } from './follow-session.ts';
import { followNavigation } from './navigation.ts';
import { checkOwnRecord } from './own-record.ts';
import { discoverAreas, routesOf } from './router.tsx';
import { handleOf } from './routes/route.ts';
import { titleOf } from './title.ts';

startSession();

const router = createBrowserRouter(routesOf(), { patchRoutesOnNavigation: discoverAreas() });

const shown = () => handleOf(router.state.matches.map(({ route }) => route));
const entitle = () => {
  document.title = titleOf(shown()?.title, language.get());
};
followNavigation(router, {
  scrollToTop: () => window.scrollTo(0, 0),
  routeChanged: () => viewStarter.routeChanged(),
  entitle,
});
language.subscribe(entitle);

followSession(session, router, () => shown()?.access ?? 'anyone');
void checkOwnRecord();

const place = document.getElementById('app');
if (!place) throw new Error('The page has no element with the id app');
createRoot(place).render(<RouterProvider router={router} />);

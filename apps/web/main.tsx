import '#platform/web/design/styles.css';
import './page.css';
import { createBrowserRouter } from 'react-router';
import { language } from '#platform/web/i18n/language.ts';
import { viewStarter } from '#platform/web/router/view-start.ts';
import { session, startSession } from '#platform/web/session/session.ts';
import { receiveDrawnPage, showApp } from './first-draw.tsx';
import { followSession } from './follow-session.ts';
import { onlyLanguageAt } from './in-office.ts';
import { followNavigation } from './navigation.ts';
import { discoverAreas } from './router.tsx';
import { handleOf } from './routes/route.ts';
import { routesOf } from './routes-of.tsx';
import { titleOf } from './title.ts';

const isDrawn = receiveDrawnPage();
startSession();

// In a task of its own: a phone that has read all the code answers first whoever has pressed something meanwhile.
if (isDrawn) setTimeout(startApp);
else startApp();

function startApp(): void {
  const router = createBrowserRouter(routesOf(), { patchRoutesOnNavigation: discoverAreas() });
  const shown = () => handleOf(router.state.matches.map(({ route }) => route));
  const entitle = () => {
    const { pathname } = router.state.location;
    document.title = titleOf(shown()?.title, onlyLanguageAt(pathname) ?? language.get());
  };
  /** Whoever has scrolled down a drawn page before its code came stays there. */
  let staysPut = isDrawn;
  followNavigation(router, {
    scrollToTop: () => {
      if (!staysPut) window.scrollTo(0, 0);
      staysPut = false;
    },
    routeChanged: () => viewStarter.routeChanged(),
    entitle,
  });
  language.subscribe(entitle);

  followSession(session, router, () => shown()?.access ?? 'anyone');

  const place = document.getElementById('app');
  if (!place) throw new Error('The page has no element with the id app');
  void showApp(place, router, isDrawn);
}

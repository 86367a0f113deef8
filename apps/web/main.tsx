import './zod-config.ts';
import '#platform/web/design/styles.css';
import './page.css';
import { createBrowserRouter } from 'react-router';
import { language } from '#platform/web/i18n/language.ts';
import { phraseIn } from '#platform/web/i18n/texts.ts';
import { loadTexts } from '#platform/web/i18n/translations.ts';
import { viewStarter } from '#platform/web/router/view-start.ts';
import { session, startSession } from '#platform/web/session/session.ts';
import { documentTitle } from '#platform/web/site-name.ts';
import { followSession } from './follow-session.ts';
import { onlyLanguageAt } from './in-office.ts';
import { followNavigation } from './navigation.ts';
import { discoverAreas } from './router.tsx';
import { handleOf } from './routes/route.ts';
import { routesOf } from './routes-of.tsx';
import { receiveServerPage, showApp } from './show-app.tsx';

// Loaded only in the office's preview of a look (look-frame.ts has the name).
if (window.name === 'kemas-look' && window.parent !== window)
  void import('./look-frame.ts').then(({ followLook }) => followLook());

let isServerRendered = receiveServerPage();
void Promise.all([startSession(), loadTexts(language.get()).catch(showEnglish)]).then(start);

/** The texts of the language could not be loaded. */
function showEnglish(): void {
  isServerRendered = false; // it is in the other language
  language.fallBack();
}

/** Once it is known who is signed in, which decides where the routes lead. */
function start(): void {
  const router = createBrowserRouter(routesOf(), { patchRoutesOnNavigation: discoverAreas() });
  const currentHandle = () => handleOf(router.state.matches.map(({ route }) => route));
  const updateTitle = () => {
    const { pathname } = router.state.location;
    const title = currentHandle()?.title ?? '';
    document.title = documentTitle(phraseIn(onlyLanguageAt(pathname) ?? language.get(), title));
  };

  /** A visitor may have scrolled the server-rendered page before its code was loaded. */
  let keepsScroll = isServerRendered;
  followNavigation(router, {
    scrollToTop: () => {
      if (!keepsScroll) window.scrollTo(0, 0);
      keepsScroll = false;
    },
    routeChanged: () => viewStarter.routeChanged(),
    updateTitle,
  });
  language.subscribe(updateTitle);

  followSession(session, router, () => currentHandle()?.access ?? 'anyone');

  const container = document.getElementById('app');
  if (!container) throw new Error('The page has no element with the id app');
  void showApp(container, router, isServerRendered);
}

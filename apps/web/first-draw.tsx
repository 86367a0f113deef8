import { type ReactNode, startTransition, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import type { DataRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { endFreshness, type ReadReply, receiveReplies } from '#platform/web/api/read-replies.ts';
import { COLOUR_SCHEME_KEY } from '#platform/web/design/colour-scheme.ts';
import { LANGUAGE_KEY, language } from '#platform/web/i18n/language.ts';
import { endEarlyTime, takeEarlyInput } from './early-input.ts';
import { replaceDrawnPage } from './replace-drawn-page.ts';
import { handleOf } from './routes/route.ts';

/** The element with the replies that the page was drawn from. */
const REPLIES = 'replies';
/** What stands in the browser's storage and changes no page's first draw. */
const CHOICES: readonly string[] = [LANGUAGE_KEY, COLOUR_SCHEME_KEY];

/** True where the server has drawn this page. Takes what it was drawn from, so that nothing is asked for twice. */
export function receiveDrawnPage(): boolean {
  if (document.documentElement.dataset.drawn === undefined) return false;
  const written = document.getElementById(REPLIES)?.textContent ?? '[]';
  receiveReplies(JSON.parse(written) as ReadReply[]);
  return true;
}

/** Shows the app: it takes over the drawn page, or draws where there is none. */
export async function showApp(place: HTMLElement, router: DataRouter, isDrawn: boolean): Promise<void> {
  if (!isDrawn) {
    createRoot(place).render(<RouterProvider router={router} />);
    return;
  }
  const { pathname } = router.state.location;
  await settled(router);
  // Whoever is signed in is led on from a page for those who are not: what was drawn is not theirs.
  const isHere = router.state.location.pathname === pathname;
  const isPlain = isHere && handleOf(router.state.matches.map(({ route }) => route))?.plain === true;
  // A kept draft, or somebody's own name in a form: the page is another than the one drawn for anybody.
  if (!isPlain && holdsOwn()) {
    // In one go: whatever is pressed meanwhile would go to a page that is being taken away.
    const draw = () => flushSync(() => createRoot(place).render(<RouterProvider router={router} />));
    replaceDrawnPage(place, draw);
  } else {
    restoreStyles(place);
    // In slices: a phone takes long over a whole page, and should answer meanwhile.
    startTransition(() => {
      hydrateRoot(place, <Taken place={place} router={router} />);
    });
  }
  endFreshnessOnLeaving(router);
  keepLanguage();
}

/** The app, in the place of the page that it takes over. */
function Taken({ place, router }: { place: HTMLElement; router: DataRouter }): ReactNode {
  const [, setTaken] = useState(false);
  // Before the browser tells of another press: the app hears of that one itself.
  useLayoutEffect(() => {
    endEarlyTime();
    // Has React run the page's effects in this very task: a kept draft that came a task later would lie over what is
    // typed in between.
    setTaken(true);
  }, []);
  // After the effects of the page, which may put what it has kept into its fields.
  useEffect(() => takeEarlyInput(place), [place]);
  return useMemo(() => <RouterProvider router={router} />, [router]);
}

/** The policy of the page allows no style attributes, so they came under another name; scripts may set them. */
function restoreStyles(place: HTMLElement): void {
  for (const element of place.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? '';
    element.removeAttribute('data-style');
  }
}

/** Once the code of the page is there: before that there is nothing that could take over. */
function settled(router: DataRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return;
      stop();
      resolve();
    });
  });
}

function endFreshnessOnLeaving(router: DataRouter): void {
  const { key } = router.state.location;
  const stop = router.subscribe(({ location }) => {
    if (location.key === key) return;
    endFreshness();
    stop();
  });
}

/** What this browser keeps of somebody, or what the page before handed over. */
function holdsOwn(): boolean {
  if (window.history.state?.usr != null) return true;
  return [() => window.sessionStorage, () => window.localStorage].some((open) =>
    keysOf(open).some((key) => !CHOICES.includes(key)),
  );
}

function keysOf(open: () => Storage): string[] {
  try {
    return Object.keys(open());
  } catch {
    return []; // storage that is closed to us holds nothing of ours
  }
}

/** What the address names is a choice; and a choice from before the server was told of it is told now. */
function keepLanguage(): void {
  const isNamed = new URLSearchParams(window.location.search).has('lang');
  const isTold = document.cookie.split('; ').some((pair) => pair.startsWith(`${LANGUAGE_KEY}=`));
  const kept = language.kept();
  if (isNamed) language.set(language.get());
  else if (!isTold && kept !== null) language.set(kept);
}

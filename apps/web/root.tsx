import { useEffect, useLayoutEffect, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { LinkAs, type LinkProps } from '#platform/web/design/parts/link.tsx';
import { language } from '#platform/web/i18n/language.ts';
import { isInOffice } from './in-office.ts';
import { OfflineBanner } from './offline-banner.tsx';

function RouterLink({ href, ...rest }: LinkProps) {
  return <Link to={href} {...rest} />;
}

/** What stands around every page: links that go through the router, the word about the signal, the focus. */
export function Root() {
  useFocusOnNewView();
  useOfficeLanguage();
  return (
    <LinkAs component={RouterLink}>
      <OfflineBanner />
      <Outlet />
    </LinkAs>
  );
}

/** After a navigation the new view's heading takes the focus, so that it is read out; at first load nothing does. */
function useFocusOnNewView(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    focusView();
  }, [pathname]);
}

/** The office speaks English, dates and all, until it is translated: half a language is worse than one. */
function useOfficeLanguage(): void {
  const { pathname } = useLocation();
  const inOffice = isInOffice(pathname);
  // Before the first paint: nothing is seen in the other language.
  useLayoutEffect(() => language.pin(inOffice ? 'en' : null), [inOffice]);
}

function focusView(): void {
  const main = document.querySelector('main');
  // A heading or field inside the new view may have taken the focus by itself.
  if (main === null || main.contains(document.activeElement)) return;
  const target = main.querySelector('h1') ?? main;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

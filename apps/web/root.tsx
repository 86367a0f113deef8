import { useEffect, useLayoutEffect, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { LinkAs, type LinkProps } from '#platform/web/design/parts/link.tsx';
import { type Language, LOCALES, language, OnlyLanguage } from '#platform/web/i18n/language.ts';
import { useViewStart } from '#platform/web/router/view-start.ts';
import { onlyLanguageAt } from './in-office.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { refreshOwnRecord } from './own-record.ts';

function RouterLink({ href, ...rest }: LinkProps) {
  return <Link to={href} {...rest} />;
}

/** What stands around every page: links that go through the router, the word about the signal, the focus. */
export function Root() {
  useFocusOnNewView();
  useViewStart(refreshOwnRecord);
  const only = useOnlyLanguage();
  return (
    <LinkAs component={RouterLink}>
      <OnlyLanguage value={only}>
        <OfflineBanner />
        <Outlet />
      </OnlyLanguage>
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

/** What this part of the site speaks, where it is one language only; `<html lang>` says it too. */
function useOnlyLanguage(): Language | null {
  const { pathname } = useLocation();
  const only = onlyLanguageAt(pathname);
  useLayoutEffect(() => {
    const say = () => {
      document.documentElement.lang = LOCALES[only ?? language.get()];
    };
    say();
    return language.subscribe(say); // what is chosen is said by `language` first
  }, [only]);
  return only;
}

function focusView(): void {
  const main = document.querySelector('main');
  // A heading or field inside the new view may have taken the focus by itself.
  if (main === null || main.contains(document.activeElement)) return;
  const target = main.querySelector('h1') ?? main;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

import { useEffect, useLayoutEffect, useRef } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { LinkAs, type LinkProps } from '#platform/web/design/parts/link.tsx';
import { type Language, language, localeOf, OnlyLanguage } from '#platform/web/i18n/language.ts';
import { useViewStart } from '#platform/web/router/view-start.ts';
import { onlyLanguageAt } from './in-office.ts';
import { OfflineBanner } from './offline-banner.tsx';
import { refreshOwnRecord } from './own-record.ts';

function RouterLink({ href, ...rest }: LinkProps) {
  return <Link to={href} {...rest} />;
}

/** Wraps every page: router links, the offline banner, focus management. */
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

/**
 * After a navigation the heading of the new view takes the focus, so that it is announced. Not after the first load.
 */
function useFocusOnNewView(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    focusView();
  }, [pathname]);
}

/** The language of an area that has only one; also set as `<html lang>`. */
function useOnlyLanguage(): Language | null {
  const { pathname } = useLocation();
  const only = onlyLanguageAt(pathname);
  useLayoutEffect(() => {
    const say = () => {
      document.documentElement.lang = localeOf(only ?? language.get());
    };
    say();
    return language.subscribe(say); // `language` applies the chosen one first
  }, [only]);
  return only;
}

function focusView(): void {
  const main = document.querySelector('main');
  // A heading or field of the new view may have taken the focus itself.
  if (main === null || main.contains(document.activeElement)) return;
  const target = main.querySelector('h1') ?? main;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import { usePermissions } from '#platform/web/session/use-may.ts';
import { isOffered, tabsOf, waitingOn } from './office-menu.ts';
import { Waiting } from './rail.tsx';
import styles from './section-tabs.module.css';
import { useOfficeCounts } from './use-office-counts.ts';

/** The pages of the current menu entry, if it has several. */
export function SectionTabs() {
  const counts = useOfficeCounts();
  const may = usePermissions();
  const { pathname } = useLocation();
  const entry = tabsOf(pathname);
  const nav = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone, the tab of each new page comes into view
  useEffect(() => showActive(nav.current), [pathname]);
  if (entry === undefined) return null;
  return (
    <nav ref={nav} className={styles.tabs} aria-label={entry.label}>
      <ul>
        {entry.pages
          .filter((page) => isOffered(page, may))
          .map((page) => (
            <li key={page.to}>
              <NavLink to={page.to} end>
                {page.label}
              </NavLink>
              <Waiting count={waitingOn([page], counts)} />
            </li>
          ))}
      </ul>
    </nav>
  );
}

/** Scrolls only the tabs, not the page. */
function showActive(nav: HTMLElement | null): void {
  const active = nav?.querySelector<HTMLElement>('a.active');
  if (!nav || !active) return;
  const [tab, shown] = [active.getBoundingClientRect(), nav.getBoundingClientRect()];
  nav.scrollLeft += tab.left + tab.width / 2 - (shown.left + shown.width / 2);
}

import { NavLink, useLocation } from 'react-router';
import { usePermissions } from '#platform/web/session/use-may.ts';
import { tabsOf, waitingOn } from './office-menu.ts';
import { Waiting } from './rail.tsx';
import styles from './section-tabs.module.css';
import { useOfficeCounts } from './use-office-counts.ts';

/** The pages of the current menu entry, if it has several. */
export function SectionTabs() {
  const counts = useOfficeCounts();
  const may = usePermissions();
  const entry = tabsOf(useLocation().pathname);
  if (entry === undefined) return null;
  return (
    <nav className={styles.tabs} aria-label={entry.label}>
      <ul>
        {entry.pages
          .filter(({ needs }) => needs === undefined || may(needs))
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

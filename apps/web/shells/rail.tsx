import { Link, useLocation } from 'react-router';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { usePermissions } from '#platform/web/session/use-may.ts';
import { LogoLink } from './frame.tsx';
import { entryOf, type MenuEntry, menuFor, waitingOn } from './office-menu.ts';
import styles from './rail.module.css';
import { useOfficeCounts } from './use-office-counts.ts';

/** The office's menu on the left; on a phone it opens over the page. */
export function Rail({ open }: { readonly open: boolean }) {
  const counts = useOfficeCounts();
  const current = entryOf(useLocation().pathname);
  return (
    <nav className={styles.rail} aria-label={t('Office')} data-open={open || undefined} id="rail">
      <LogoLink href="/admin" width={98} onDark />
      <div className={styles.menu}>
        {menuFor(usePermissions()).map(({ title, entries }) => (
          <section key={title} className={styles.group} aria-labelledby={idOf(title)}>
            <h2 id={idOf(title)}>{title}</h2>
            <ul>
              {entries.map((entry) => (
                <li key={entry.label}>
                  <RailEntry entry={entry} isCurrent={entry.label === current?.label} />
                  <WaitingCount count={waitingOn(entry.pages, counts)} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}

const idOf = (title: string) => `rail-${title.toLowerCase().replaceAll(' ', '-')}`;

interface RailEntryProps {
  readonly entry: MenuEntry;
  readonly isCurrent: boolean;
}

/** Active on all pages of the entry, which NavLink cannot know. */
function RailEntry({ entry: { label, icon, pages }, isCurrent }: RailEntryProps) {
  const [{ to }] = pages;
  const current = useLocation().pathname === to ? 'page' : 'true';
  return (
    <Link to={to} className={isCurrent ? 'active' : undefined} aria-current={isCurrent ? current : undefined}>
      <Icon of={icon} />
      {label}
    </Link>
  );
}

/** Beside the link, so that the link's name does not change with it. */
export function WaitingCount({ count }: { readonly count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.waiting}>
      {count.toLocaleString('en-SG')}
      <span className="k-hidden">{t(' to do')}</span>
    </span>
  );
}

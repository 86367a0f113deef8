import IconMenu from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { type FormEvent, useRef, useState } from 'react';
import { NavLink, Outlet, useLocation, useNavigate } from 'react-router';
import { ButtonLink, IconButton } from '#platform/web/design/parts/button.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { initialsOf } from '#platform/web/initials.ts';
import { useLiveQueries } from '#platform/web/live/use-live-queries.ts';
import { useSession } from '#platform/web/session/session.ts';
import { useShortcut, useShortcuts } from '#platform/web/shortcuts.ts';
import { LIVE_READS } from '../live-reads.ts';
import { withQueries } from '../with-queries.tsx';
import { LogoLink, Main, SignOutButton, SkipLink } from './frame.tsx';
import { groups } from './office-menu.ts';
import { OfficeProvider } from './office-provider.tsx';
import styles from './office-shell.module.css';
import { SchemeSwitch } from './scheme-switch.tsx';

function Rail({ open }: { open: boolean }) {
  const { pathname } = useLocation();
  return (
    <nav className={styles.rail} aria-label="Office" data-open={open || undefined} id="rail">
      <LogoLink href="/admin" width={98} />
      {groups.map((links) => (
        <ul key={links[0]?.to} className={styles.group}>
          {links.map(({ to, label, icon }) => (
            <li key={to}>
              {/* The office's front page is the cleaners list. */}
              <NavLink to={to} className={to === '/admin/cleaners' && pathname === '/admin' ? 'active' : ''}>
                <Icon of={icon} />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      ))}
      <ShortcutSwitch />
      {/* On a phone the bar has no room for them. */}
      <div className={styles.railOwn}>
        <SchemeSwitch />
        <SignOutButton />
      </div>
    </nav>
  );
}

/** Turns single-key shortcuts on or off; stored in the browser. */
function ShortcutSwitch() {
  const [on, set] = useShortcuts();
  return (
    <label className={styles.shortcuts}>
      <input type="checkbox" checked={on} onChange={(event) => set(event.target.checked)} />
      <span>
        Keyboard shortcuts
        <small>/ to find a job, Z to undo</small>
      </span>
    </label>
  );
}

/** Searches jobs; the / key focuses it from anywhere. */
function FindJob() {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  useShortcut('/', () => field.current?.focus());
  const [shortcuts] = useShortcuts();
  const find = (event: FormEvent) => {
    event.preventDefault();
    const q = field.current?.value.trim() ?? '';
    void navigate(q === '' ? '/admin/jobs' : `/admin/jobs?q=${encodeURIComponent(q)}`);
  };
  return (
    <form className={styles.find} onSubmit={find}>
      <Icon of={IconSearch} />
      <input ref={field} type="search" name="q" placeholder="Find a job" aria-label="Find a job" />
      {shortcuts && <kbd>/</kbd>}
    </form>
  );
}

function Bar({ onMenu, open }: { onMenu: () => void; open: boolean }) {
  const { id, fullname } = useSession();
  return (
    <header className={styles.bar}>
      <span className={styles.menu}>
        <IconButton icon={IconMenu} label="Menu" onClick={onMenu} aria-expanded={open} aria-controls="rail" />
      </span>
      <FindJob />
      <span className={styles.own}>
        <ButtonLink href="/admin/jobs/new" icon={IconPlus}>
          New job
        </ButtonLink>
        <span className={styles.wide}>
          <SchemeSwitch />
          <SignOutButton />
        </span>
        <PersonTile id={id ?? ''} initials={initialsOf(fullname)} size={28} label={fullname ?? 'You'} />
      </span>
    </header>
  );
}

/** The office's frame: the ink rail, the white bar, dense pages. */
function OfficeShell() {
  useLiveQueries(LIVE_READS);
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  // On a phone the rail opens over the page and closes on the next navigation.
  const open = openAt === pathname;
  return (
    <OfficeProvider>
      <div className={styles.office} data-area="office" lang="en-SG">
        <SkipLink />
        <Rail open={open} />
        <div className={styles.page}>
          <Bar onMenu={() => setOpenAt(open ? null : pathname)} open={open} />
          <Main className={styles.main}>
            <Outlet />
          </Main>
        </div>
      </div>
    </OfficeProvider>
  );
}

export const Component = withQueries(OfficeShell);

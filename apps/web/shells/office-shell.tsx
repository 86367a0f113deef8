import IconMenu from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { bookForOthers } from '#features/booking/booking/rules/policy.ts';
import { SearchDialog } from '#features/office/search/web/parts/search-dialog.tsx';
import { roleRefusal } from '#platform/kernel/actor.ts';
import { ButtonLink, IconButton } from '#platform/web/design/parts/button.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { useLiveQueries } from '#platform/web/live/use-live-queries.ts';
import { May } from '#platform/web/session/may.tsx';
import { useSession } from '#platform/web/session/session.ts';
import { usePermissions } from '#platform/web/session/use-may.ts';
import { useShortcut, useShortcuts } from '#platform/web/shortcuts.ts';
import { LIVE_READS } from '../live-reads.ts';
import { withQueries } from '../with-queries.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Main, SkipLink } from './frame.tsx';
import { PageKeys, ShortcutsSheet } from './office-keys.tsx';
import { isFound, mayOpen } from './office-menu.ts';
import { OfficeProvider } from './office-provider.tsx';
import styles from './office-shell.module.css';
import { Rail } from './rail.tsx';
import { searchPages } from './search-pages.ts';
import { SectionTabs } from './section-tabs.tsx';

/** Opens the search by a press, /, Ctrl K or Cmd K. */
function FindAnything() {
  const [isOpen, setOpen] = useState(false);
  const [shortcuts] = useShortcuts();
  const may = usePermissions();
  useShortcut('/', () => setOpen(true));
  useControlK(() => setOpen(true));
  return (
    <>
      <button
        type="button"
        className={styles.find}
        aria-haspopup="dialog"
        aria-keyshortcuts={shortcuts ? '/ Control+K Meta+K' : 'Control+K Meta+K'}
        onClick={() => setOpen(true)}
      >
        <Icon of={IconSearch} />
        <span>
          Search<span className={styles.wide}> customers, jobs, pages</span>
        </span>
        {shortcuts && <kbd>/</kbd>}
      </button>
      {isOpen && (
        <SearchDialog pages={searchPages} isOpen={(to) => isFound(to, may)} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

/** Not a single key, so it works while typing and while shortcuts are off; another open dialog keeps it. */
function useControlK(act: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isControl = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isControl || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}

function Bar({ onMenu, open }: { onMenu: () => void; open: boolean }) {
  const [listsKeys, setListsKeys] = useState(false);
  useShortcut('?', () => setListsKeys(true));
  return (
    <header className={styles.bar}>
      <span className={styles.menu}>
        <IconButton icon={IconMenu} label="Menu" onClick={onMenu} aria-expanded={open} aria-controls="rail" />
      </span>
      <FindAnything />
      <span className={styles.own}>
        <May act={bookForOthers}>
          <ButtonLink href="/admin/jobs/new" icon={IconPlus}>
            New job
          </ButtonLink>
        </May>
        <AccountMenu onShortcuts={() => setListsKeys(true)} />
      </span>
      <PageKeys />
      <ShortcutsSheet open={listsKeys} onClose={() => setListsKeys(false)} />
    </header>
  );
}

/** The page, if the person's role may open it. */
function OfficePage() {
  const may = usePermissions();
  const { officeRole } = useSession();
  const { pathname } = useLocation();
  if (officeRole === undefined || mayOpen(pathname, may)) return <Outlet />;
  return <EmptyState title="Not for your role">{roleRefusal(officeRole)}</EmptyState>;
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
            <SectionTabs />
            <OfficePage />
          </Main>
        </div>
      </div>
    </OfficeProvider>
  );
}

export const Component = withQueries(OfficeShell);

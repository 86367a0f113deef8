import { bookForOthers } from '#features/booking/booking/rules/policy.ts';
import { usePlainBusiness } from '#features/catalogue/settings/web/parts/use-plain-business.ts';
import type { SearchPage } from '#features/office/search/rules/match-pages.ts';
import { SearchDialog } from '#features/office/search/web/office/search-dialog.tsx';
import { about, OFFICE_LANGUAGES } from '#languages/index.ts';
import { roleRefusal } from '#platform/kernel/actor.ts';
import { colorSchemeManager, cssVariablesResolver, themeOf } from '#platform/web/design/mantine-theme.ts';
import { language, localeOf } from '#platform/web/i18n/language.ts';
import { hasOtherLanguage } from '#platform/web/i18n/load-office.ts';
import { officeLanguage, t } from '#platform/web/i18n/office.ts';
import '#platform/web/design/mantine.css';
import { ButtonLink, IconButton } from '#platform/web/design/parts/button.tsx';
import { Checkbox } from '#platform/web/design/parts/field.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { EmptyState } from '#platform/web/design/parts/states.tsx';
import { ToastProvider } from '#platform/web/design/parts/toast.tsx';
import '#platform/web/design/table.css';
import { MantineProvider, Menu } from '@mantine/core';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { initialsOf } from '#platform/web/initials.ts';
import { useLiveQueries } from '#platform/web/live/use-live-queries.ts';
import { menuOverlay } from '#platform/web/office/overlay.ts';
import { May } from '#platform/web/session/may.tsx';
import { useSession } from '#platform/web/session/session.ts';
import { usePermissions } from '#platform/web/session/use-may.ts';
import { useShortcut, useShortcuts } from '#platform/web/shortcuts.ts';
import { LIVE_READS } from '../live-reads.ts';
import { office } from '../routes/office-routes.ts';
import { isPage } from '../routes/route.ts';
import { signOut } from '../sign-out.ts';
import { withQueries } from '../with-queries.tsx';
import { Main, SkipLink } from './frame.tsx';
import officeKeysStyles from './office-keys.module.css';
import {
  entryOf,
  isFound,
  isOffered,
  type MenuEntry,
  mayOpen,
  menu,
  menuFor,
  tabsOf,
  waitingOn,
} from './office-menu.ts';
import styles from './office-shell.module.css';
import { Rail, WaitingCount } from './rail.tsx';
import { useOtherScheme } from './scheme-switch.tsx';
import sectionTabsStyles from './section-tabs.module.css';
import { useOfficeCounts } from './use-office-counts.ts';
import '@mantine/core/styles.layer.css';
import '@mantine/dates/styles.layer.css';
import IconKeyboard from '@tabler/icons-react/dist/esm/icons/IconKeyboard.mjs';
import IconLanguage from '@tabler/icons-react/dist/esm/icons/IconLanguage.mjs';
import IconLogout from '@tabler/icons-react/dist/esm/icons/IconLogout.mjs';
import IconMenu from '@tabler/icons-react/dist/esm/icons/IconMenu2.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUserCircle.mjs';
import 'mantine-datatable/styles.layer.css';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link, NavLink, Outlet, useLocation, useNavigate } from 'react-router';

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
        className={`k-row k-grow k-muted ${styles.find}`}
        aria-haspopup="dialog"
        aria-keyshortcuts={shortcuts ? '/ Control+K Meta+K' : 'Control+K Meta+K'}
        onClick={() => setOpen(true)}
      >
        <Icon of={IconSearch} />
        <span className="k-grow k-truncate">
          {t('Search')}
          <span className={styles.wide}>{t(' customers, jobs, pages')}</span>
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

function OfficeBar({ onMenu, open }: { onMenu: () => void; open: boolean }) {
  const [listsKeys, setListsKeys] = useState(false);
  useShortcut('?', () => setListsKeys(true));
  return (
    <header className={`k-row k-gap-12 ${styles.bar}`}>
      <span className={styles.menu}>
        <IconButton
          icon={IconMenu}
          label={t('Menu')}
          onClick={onMenu}
          aria-expanded={open}
          aria-controls="rail"
        />
      </span>
      <FindAnything />
      <span className={`k-row k-gap-14 k-nowrap ${styles.own}`}>
        <May act={bookForOthers}>
          <ButtonLink href="/admin/jobs/new" icon={IconPlus}>
            {t('New job')}
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
  return <EmptyState title={t('Not for your role')}>{roleRefusal(officeRole)}</EmptyState>;
}

/** The office's frame: the ink rail, the white bar, dense pages. */
function OfficeShell() {
  useLiveQueries(LIVE_READS);
  useEffect(() => {
    if (hasOtherLanguage()) window.location.reload();
  }, []);
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  // On a phone the rail opens over the page and closes on the next navigation.
  const open = openAt === pathname;
  return (
    <OfficeProvider>
      <div className={`k-stack ${styles.office}`} data-area="office" lang={localeOf(officeLanguage())}>
        <SkipLink />
        <Rail open={open} />
        <div className={styles.page}>
          <OfficeBar onMenu={() => setOpenAt(open ? null : pathname)} open={open} />
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

const pages: readonly SearchPage[] = office.pages.filter(isPage).flatMap(({ paths: [to], title }) => {
  const entry = to.includes(':') ? undefined : entryOf(to);
  return entry === undefined ? [] : { label: title, note: entry.label, to };
});

/** All pages of the office that need no id, for the search: in the order of the menu, each title once. */
export const searchPages: readonly SearchPage[] = menu
  .flatMap((group) => group.entries)
  .flatMap((entry) => pages.filter((page) => page.note === entry.label))
  .filter((page, index, all) => all.findIndex(({ label }) => label === page.label) === index);

const TOAST_TEXTS = { undo: t('Undo'), close: t('Close'), region: t('Notifications') };

/** The nonce that the server wrote into the page: the content security policy allows no other style elements. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

/** The providers of the office's components. In the office's own chunk: no other area loads Mantine. */
export function OfficeProvider({ children }: { children: ReactNode }) {
  const colour = usePlainBusiness()?.look?.colour ?? '';
  const theme = useMemo(() => themeOf(colour), [colour]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <ToastProvider texts={TOAST_TEXTS} shortcut inRail>
        {children}
      </ToastProvider>
    </MantineProvider>
  );
}

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
    <nav ref={nav} className={sectionTabsStyles.tabs} aria-label={entry.label}>
      <ul>
        {entry.pages
          .filter((page) => isOffered(page, may))
          .map((page) => (
            <li key={page.to}>
              <NavLink to={page.to} end>
                {page.label}
              </NavLink>
              <WaitingCount count={waitingOn([page], counts)} />
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

/** The signed-in admin's own menu. */
export function AccountMenu({ onShortcuts }: { onShortcuts(): void }) {
  const { id, fullname } = useSession();
  const { other, icon, choose } = useOtherScheme();
  const name = fullname ?? t('You');
  const initials = initialsOf(fullname);
  return (
    <Menu position="bottom-end" {...menuOverlay}>
      <Menu.Target>
        <button
          type="button"
          className={styles.account}
          aria-label={t('Your menu, {{initials}}', { initials })}
        >
          <PersonTile id={id ?? ''} initials={initials} size={28} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.options}>
        <Menu.Item
          component={Link}
          to={`/admin/settings/${id ?? ''}/view`}
          leftSection={<Icon of={IconUser} size={18} />}
        >
          {t('{{name}}, your account', { name })}
        </Menu.Item>
        <Menu.Item leftSection={<Icon of={icon} size={18} />} onClick={choose}>
          {other === 'dark' ? t('Dark colours') : t('Light colours')}
        </Menu.Item>
        {OFFICE_LANGUAGES.filter((one) => one !== officeLanguage()).map((one) => (
          <Menu.Item
            key={one}
            leftSection={<Icon of={IconLanguage} size={18} />}
            lang={localeOf(one)}
            onClick={() => {
              language.set(one);
              window.location.reload();
            }}
          >
            {about(one).name}
          </Menu.Item>
        ))}
        <Menu.Item leftSection={<Icon of={IconKeyboard} size={18} />} onClick={onShortcuts}>
          {t('Keyboard shortcuts')}
        </Menu.Item>
        <Menu.Item leftSection={<Icon of={IconLogout} size={18} />} onClick={signOut}>
          {t('Sign out')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

const entries = menu.flatMap((group) => group.entries);

/** G and a letter open the pages of the menu. */
export function PageKeys() {
  const open = menuFor(usePermissions()).flatMap((group) => group.entries);
  return open.map((entry) => <PageKey key={entry.shortcut} entry={entry} />);
}

function PageKey({ entry: { shortcut, pages } }: { readonly entry: MenuEntry }) {
  const navigate = useNavigate();
  const [{ to }] = pages;
  useShortcut(`g ${shortcut}`, () => void navigate(to));
  return null;
}

const GROUPS: readonly { readonly title: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    title: t('Anywhere'),
    keys: [
      ['/', t('Search')],
      [t('Ctrl K or ⌘ K'), t('Search, also while typing')],
      ['?', t('This list')],
      ['Z', t('Undo, while it is offered')],
    ],
  },
  {
    title: t('In a list'),
    keys: [
      ['J', t('Next row')],
      ['K', t('Previous row')],
      ['Enter', t('Open the row')],
      ['X', t('Tick the row')],
    ],
  },
  {
    title: t('On the day board'),
    keys: [
      [t('Arrow keys'), t('Choose a visit or free time')],
      ['M', t('Pick the visit up, then move it with the arrow keys')],
      ['Enter', t('Drop it, or open the visit')],
      [t('Esc'), t('Put it back')],
      ['R', t('Who else could come; a digit chooses')],
      ['N', t('New job here')],
      ['[ and ]', t('Previous and next day')],
      ['T', t('Today')],
    ],
  },
  {
    title: t('Go to'),
    keys: entries.map(({ shortcut, label }) => [`G ${shortcut.toUpperCase()}`, label] as const),
  },
];

interface ShortcutsSheetProps {
  readonly open: boolean;
  onClose(): void;
}

/** All keyboard shortcuts, and the switch for those of a single key. */
export function ShortcutsSheet({ open, onClose }: ShortcutsSheetProps) {
  const [on, set] = useShortcuts();
  return (
    <Sheet open={open} onClose={onClose} title={t('Keyboard shortcuts')} closeLabel={t('Close')}>
      <Checkbox
        label={t('Keyboard shortcuts on')}
        hint={t('Ctrl K and ⌘ K always work.')}
        checked={on}
        onChange={(event) => set(event.target.checked)}
      />
      {GROUPS.map(({ title, keys }) => (
        <section key={title} className={officeKeysStyles.group}>
          <h3>{title}</h3>
          <dl>
            {keys.map(([key, what]) => (
              <div key={key}>
                <dt>{what}</dt>
                <dd className="k-fixed">
                  <kbd>{key}</kbd>
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Sheet>
  );
}

import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconCalendarClock from '@tabler/icons-react/dist/esm/icons/IconCalendarClock.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { usePlainBusiness } from '#features/catalogue/settings/web/parts/use-plain-business.ts';
import { useMessageLanguage } from '#features/messages/messages/web/parts/use-message-language.ts';
import { getCalendarFeed } from '#features/work/calendar/contract.ts';
import { readOwnAbsence } from '#features/work/cover/contract/absences.ts';
import { listOwnTimeOffRequests } from '#features/work/cover/contract/time-off-requests.ts';
import { PersistedQueries } from '#features/work/visits/web/cleaner/persisted-queries.tsx';
import { UnsentSender } from '#features/work/visits/web/cleaner/unsent-sender.tsx';
import { PrefetchLists } from '#features/work/visits/web/cleaner/use-cached-jobs.ts';
import { paletteOf, type SchemeColours } from '#platform/kernel/palette.ts';
import { TabBar } from '#platform/web/design/parts/page.tsx';
import { Bilingual } from '#platform/web/i18n/bilingual.tsx';
import { useLanguage } from '#platform/web/i18n/language.ts';
import { inOneLine, pairsOf } from '#platform/web/i18n/pair.ts';
import { defineTexts } from '#platform/web/i18n/texts.ts';
import { useLiveQueries } from '#platform/web/live/use-live-queries.ts';
import { LIVE_READS } from '../live-reads.ts';
import { withQueries } from '../with-queries.tsx';
import styles from './area-shell.module.css';
import frameStyles from './frame.module.css';
import { Main, SignOutButton, SkipLink } from './frame.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';
import { Toasts } from './toasts.tsx';

const texts = defineTexts('cleanerShell', {
  main: 'Main',
  today: 'Today',
  upcoming: 'Upcoming',
  past: 'Past',
  me: 'Me',
  install: 'Install on this phone',
});

const word = pairsOf(texts);

const navLinks = [
  { href: '/cleaner/dashboard', name: 'today', icon: IconCalendar },
  { href: '/cleaner/upcoming', name: 'upcoming', icon: IconCalendarClock },
  { href: '/cleaner/past', name: 'past', icon: IconClock },
  { href: '/cleaner/profile', name: 'me', icon: IconUser },
] as const;

const OFFLINE_READS = [readOwnAbsence, listOwnTimeOffRequests, getCalendarFeed];

/** The cleaner's frame: large text, tabs at the bottom. */
function CleanerShell() {
  const { pathname } = useLocation();
  useMessageLanguage();
  useLiveQueries(LIVE_READS);
  const colour = usePlainBusiness()?.look?.colour ?? '';
  useEffect(() => offerAsApp(colour), [colour]);
  useLanguage();
  const tabs = navLinks.map(({ href, name, icon }) => {
    const { text: label, zh } = word(name);
    return { href, icon, label, zh, current: pathname === href || pathname.startsWith(`${href}/`) };
  });
  return (
    <div className={`${styles.area} ${styles.narrow}`} data-area="cleaner">
      <SkipLink />
      <Main className={styles.main}>
        <Toasts>
          <PersistedQueries also={OFFLINE_READS}>
            <UnsentSender>
              <PrefetchLists />
              <Outlet />
            </UnsentSender>
          </PersistedQueries>
        </Toasts>
      </Main>
      <footer className={`k-row k-stretch k-gap-24 k-muted ${styles.foot}`}>
        <SignOutButton both />
        <SchemeSwitch both />
        <InstallButton />
      </footer>
      <div className={styles.tabs}>
        <TabBar tabs={tabs} label={inOneLine(word('main'))} />
      </div>
    </div>
  );
}

/** Inside the query cache: mutations here refetch the pages' queries. */
export const Component = withQueries(CleanerShell);

/**
 * The cleaner's area as an installable app. The server adds its manifest to the area's pages; here it is added for
 * those who come from another page. The public site neither loads nor offers it.
 */
const MANIFEST = '/cleaner.webmanifest';
/** By scope: the area's own pages, and every other address. */
const workersOf = (colour: string) => ({
  '/cleaner': '/cleaner-worker.js',
  '/': `/offline-worker.js${offlineColours(colour)}`,
});

/** The colours of the page without signal, for a company with its own. */
function offlineColours(colour: string): string {
  if (colour === '') return '';
  const { light, dark } = paletteOf(colour);
  const named = (colours: SchemeColours, prefix: string) =>
    Object.entries({
      bg: colours.bg,
      ink: colours.ink,
      act: colours.act,
      text: colours['act-text'],
      on: colours['act-ink'],
    }).map(([name, value]) => [prefix + name, value]);
  return `?${new URLSearchParams([...named(light, ''), ...named(dark, 'dark-')])}`;
}

/** Makes the area installable, and its pages available offline; other addresses then lead back to it. */
export function offerAsApp(colour = ''): void {
  addLink('manifest', MANIFEST);
  addLink('apple-touch-icon', touchIcon());
  // Service workers need HTTPS, and a private window may refuse them. The pages then need a connection.
  const workers: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  if (!import.meta.env.PROD) return;
  for (const [scope, script] of Object.entries(workersOf(colour)))
    void workers?.register(script, { scope }).catch(() => undefined);
}

/** In the look of the company, whose icon the server wrote into the page's head. */
function touchIcon(): string {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.getAttribute('href') ?? '';
  return icon.startsWith('/brand/') ? icon.replace('-96.', '-180.') : '/icons/cleaner-180.png';
}

function addLink(rel: string, href: string): void {
  if (document.querySelector(`link[rel="${rel}"]`) !== null) return;
  const link = document.createElement('link');
  link.rel = rel;
  link.href = href;
  document.head.append(link);
}

/** Chromium's event for an area that can be installed and is not yet. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** Installs the cleaner's area on the phone's home screen. Shown only if the browser offers it. */
export function InstallButton() {
  const [offer, setOffer] = useState<InstallPrompt | null>(null);
  useEffect(() => {
    const keep = (event: Event) => {
      event.preventDefault();
      setOffer(event as InstallPrompt);
    };
    const forget = () => setOffer(null);
    window.addEventListener('beforeinstallprompt', keep);
    window.addEventListener('appinstalled', forget);
    return () => {
      window.removeEventListener('beforeinstallprompt', keep);
      window.removeEventListener('appinstalled', forget);
    };
  }, []);
  if (offer === null) return null;
  const install = () => {
    setOffer(null);
    // Whatever the person answers, the browser shows its prompt only once per event.
    void offer.prompt().catch(() => undefined);
  };
  return (
    <button type="button" className={frameStyles.word} onClick={install}>
      <Bilingual {...word('install')} />
    </button>
  );
}

import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconCalendarClock from '@tabler/icons-react/dist/esm/icons/IconCalendarClock.mjs';
import IconClock from '@tabler/icons-react/dist/esm/icons/IconClock.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useMessageLanguage } from '#features/messages/messages/web/parts/use-message-language.ts';
import { getCalendarFeed } from '#features/work/calendar/contract.ts';
import { readOwnAbsence } from '#features/work/cover/contract/absences.ts';
import { listOwnTimeOffRequests } from '#features/work/cover/contract/time-off-requests.ts';
import { PersistedQueries } from '#features/work/visits/web/cleaner/persisted-queries.tsx';
import { UnsentSender } from '#features/work/visits/web/cleaner/unsent-sender.tsx';
import { PrefetchLists } from '#features/work/visits/web/cleaner/use-cached-jobs.ts';
import { TabBar } from '#platform/web/design/parts/page.tsx';
import { useLiveQueries } from '#platform/web/live/use-live-queries.ts';
import { LIVE_READS } from '../live-reads.ts';
import { withQueries } from '../with-queries.tsx';
import styles from './area-shell.module.css';
import { offerAsApp } from './cleaner-app.ts';
import { Main, SignOutButton, SkipLink } from './frame.tsx';
import { InstallButton } from './install-button.tsx';
import { SchemeSwitch } from './scheme-switch.tsx';
import { Toasts } from './toasts.tsx';

/** The cleaner's area shows both languages side by side, whatever the page's language. */
const navLinks = [
  { href: '/cleaner/dashboard', label: 'Today', zh: '今天', icon: IconCalendar },
  { href: '/cleaner/upcoming', label: 'Upcoming', zh: '接下来', icon: IconCalendarClock },
  { href: '/cleaner/past', label: 'Past', zh: '过往', icon: IconClock },
  { href: '/cleaner/profile', label: 'Me', zh: '我的', icon: IconUser },
];

const OFFLINE_READS = [readOwnAbsence, listOwnTimeOffRequests, getCalendarFeed];

/** The cleaner's frame: large text, tabs at the bottom. */
function CleanerShell() {
  const { pathname } = useLocation();
  useMessageLanguage();
  useLiveQueries(LIVE_READS);
  useEffect(offerAsApp, []);
  const tabs = navLinks.map((link) => ({
    ...link,
    current: pathname === link.href || pathname.startsWith(`${link.href}/`),
  }));
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
      <footer className={styles.foot}>
        <SignOutButton both />
        <SchemeSwitch both />
        <InstallButton />
      </footer>
      <div className={styles.tabs}>
        <TabBar tabs={tabs} label="Main 主要" />
      </div>
    </div>
  );
}

/** Inside the query cache: mutations here refetch the pages' queries. */
export const Component = withQueries(CleanerShell);

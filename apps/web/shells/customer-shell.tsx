import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import IconHome from '@tabler/icons-react/dist/esm/icons/IconHome.mjs';
import IconLayoutGrid from '@tabler/icons-react/dist/esm/icons/IconLayoutGrid.mjs';
import IconUser from '@tabler/icons-react/dist/esm/icons/IconUser.mjs';
import { useEffect } from 'react';
import { Link, NavLink, Outlet, useLocation } from 'react-router';
import { usePlainBusiness } from '#features/catalogue/settings/web/parts/use-plain-business.ts';
import { useMessageLanguage } from '#features/messages/messages/web/parts/use-message-language.ts';
import { TabBar } from '#platform/web/design/parts/page.tsx';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { initialsOf } from '#platform/web/initials.ts';
import { useLiveQueries } from '#platform/web/live/use-live-queries.ts';
import { useSession } from '#platform/web/session/session.ts';
import { showSiteName } from '#platform/web/site-name.ts';
import { LIVE_READS } from '../live-reads.ts';
import { frameTexts } from '../texts.ts';
import { withQueries } from '../with-queries.tsx';
import styles from './area-shell.module.css';
import { LanguageSwitch, LogoLink, Main, SignOutButton, SkipLink } from './frame.tsx';
import { Toasts } from './toasts.tsx';

const navLinks = [
  { href: '/dashboard', name: 'areaHome', icon: IconHome },
  { href: '/dashboard/bookings', name: 'bookings', icon: IconCalendar },
  { href: '/dashboard/credits', name: 'credits', icon: IconLayoutGrid },
  { href: '/dashboard/account', name: 'account', icon: IconUser },
] as const;

const ACCOUNT = '/dashboard/account';

/** The person's tile, linked to their account. */
function AccountLink() {
  const { t } = useText(frameTexts);
  const { id, fullname } = useSession();
  const initials = initialsOf(fullname);
  const tile = <PersonTile id={id ?? ''} initials={initials} />;
  return (
    <Link to={ACCOUNT} className={styles.person} aria-label={`${t('account')}, ${initials}`}>
      {tile}
    </Link>
  );
}

/** The customer's frame: up to four links, at the bottom on a phone and at the top on a desktop. */
function CustomerShell() {
  useLiveQueries(LIVE_READS);
  const { t } = useText(frameTexts);
  const { pathname } = useLocation();
  const business = usePlainBusiness()?.name;
  useEffect(() => {
    if (business !== undefined) showSiteName(business);
  }, [business]);
  useMessageLanguage();
  const tabs = navLinks.map(({ href, name, icon }) => ({
    href,
    label: t(name),
    icon,
    current: pathname === href || (href !== '/dashboard' && pathname.startsWith(`${href}/`)),
  }));
  return (
    <div className={styles.area} data-area="customer">
      <SkipLink />
      <header className={`k-row k-between k-gap-16 ${styles.header}`}>
        <LogoLink />
        <nav className={styles.navLinks} aria-label={t('menu')}>
          {navLinks.map(({ href, name }) => (
            <NavLink key={href} to={href} end={href === '/dashboard'}>
              {t(name)}
            </NavLink>
          ))}
        </nav>
        <div className={`k-row k-gap-16 ${styles.own}`}>
          <LanguageSwitch />
          <SignOutButton />
          <AccountLink />
        </div>
      </header>
      <Main className={styles.main}>
        <Toasts>
          <Outlet />
        </Toasts>
      </Main>
      <div className={styles.tabs}>
        <TabBar tabs={tabs} label={t('menu')} />
      </div>
    </div>
  );
}

export const Component = withQueries(CustomerShell);

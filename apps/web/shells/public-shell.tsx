import { NavLink, Outlet } from 'react-router';
import { FooterStrip, Wordmark } from '#platform/web/design/parts/brand.tsx';
import { HOME_OF, SIGN_IN_OF } from '#platform/web/router/redirects.ts';
import { useSession } from '#platform/web/session/session.ts';
import { useFrameText } from '../text.ts';
import { LanguageSwitch, LogoLink, Main, SkipLink } from './frame.tsx';
import styles from './public-shell.module.css';
import { SchemeSwitch } from './scheme-switch.tsx';

const OWN_AREA = { customer: 'myBookings', cleaner: 'myJobs', admin: 'office' } as const;

/** Written out, and not read from the route table as in the other frames: the first load has no room for it. */
const places = [
  { href: '/select-service', name: 'services', header: true },
  { href: '/regular-purchase-credit-package', name: 'credits', header: true },
  { href: '/reviews', name: 'reviews', header: false },
  { href: '/contact-us', name: 'contact', header: false },
  { href: '/join-us', name: 'join', header: false },
  { href: '/privacy-policy', name: 'privacy', header: false },
  { href: '/terms-and-conditions', name: 'terms', header: false },
] as const;

/** Sign in, or the way to one's own area. */
function Door() {
  const { t } = useFrameText();
  const { type } = useSession();
  return (
    <NavLink to={type === null ? SIGN_IN_OF.customer : HOME_OF[type]}>
      {t(type === null ? 'signIn' : OWN_AREA[type])}
    </NavLink>
  );
}

function Header() {
  const { t } = useFrameText();
  return (
    <header className={styles.header}>
      <LogoLink />
      <nav className={styles.nav} aria-label={t('menu')}>
        {places
          .filter(({ header }) => header)
          .map(({ href, name }) => (
            <NavLink key={href} to={href} className={styles.desk ?? ''}>
              {t(name)}
            </NavLink>
          ))}
        <LanguageSwitch />
        <Door />
      </nav>
    </header>
  );
}

function Footer() {
  const { t } = useFrameText();
  return (
    <footer className={styles.footer}>
      <FooterStrip />
      <div className={styles.foot}>
        <span className={styles.footLogo}>
          <Wordmark />
        </span>
        <div>
          <ul className={styles.links}>
            {places.map(({ href, name }) => (
              <li key={href}>
                <NavLink to={href}>{t(name)}</NavLink>
              </li>
            ))}
          </ul>
          <SchemeSwitch />
        </div>
      </div>
    </footer>
  );
}

/** The public site's frame. */
export function Component() {
  return (
    <div className={styles.site}>
      <SkipLink />
      <Header />
      <Main className={styles.main}>
        <Outlet />
      </Main>
      <Footer />
    </div>
  );
}

import { NavLink, Outlet } from 'react-router';
import { FooterStrip, Wordmark } from '#platform/web/design/parts/brand.tsx';
import { HOME_OF, SIGN_IN_OF } from '#platform/web/router/redirects.ts';
import { useSession } from '#platform/web/session/session.ts';
import { useFrameText } from '../text.ts';
import { LanguageSwitch, LogoLink, Main, SkipLink } from './frame.tsx';
import styles from './public-shell.module.css';
import { SchemeSwitch } from './scheme-switch.tsx';

const OWN_AREA = { customer: 'myBookings', cleaner: 'myJobs', admin: 'office' } as const;

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
        <NavLink to="/services" className={styles.desk ?? ''}>
          {t('services')}
        </NavLink>
        <NavLink to="/regular-purchase-credit-package" className={styles.desk ?? ''}>
          {t('credits')}
        </NavLink>
        <NavLink to="/join-us" className={styles.desk ?? ''}>
          {t('join')}
        </NavLink>
        <LanguageSwitch />
        <Door />
      </nav>
    </header>
  );
}

function Footer() {
  const { t } = useFrameText();
  const links = [
    ['/services', t('services')],
    ['/regular-purchase-credit-package', t('credits')],
    ['/join-us', t('join')],
    ['/contact-us', t('contact')],
    ['/privacy-policy', t('privacy')],
    ['/terms-and-conditions', t('terms')],
  ] as const;
  return (
    <footer className={styles.footer}>
      <FooterStrip />
      <div className={styles.foot}>
        <span className={styles.footLogo}>
          <Wordmark />
        </span>
        <div>
          <ul className={styles.links}>
            {links.map(([to, label]) => (
              <li key={to}>
                <NavLink to={to}>{label}</NavLink>
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

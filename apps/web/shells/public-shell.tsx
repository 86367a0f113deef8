import { NavLink, Outlet } from 'react-router';
import type { SiteWords } from '#features/site/content/contract/site.ts';
import { useSite } from '#features/site/content/web/parts/use-site.ts';
import { FooterStrip } from '#platform/web/design/parts/brand.tsx';
import { Anchor } from '#platform/web/design/parts/link.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { HOME_OF, SIGN_IN_OF } from '#platform/web/router/redirects.ts';
import { useSession } from '#platform/web/session/session.ts';
import { OWN_AREA } from '../own-area.ts';
import { frameTexts } from '../texts.ts';
import { LanguageSwitch, Logo, LogoLink, Main, SkipLink } from './frame.tsx';
import styles from './public-shell.module.css';
import { SchemeSwitch } from './scheme-switch.tsx';

/** Hard-coded rather than read from the route table as in the other frames, to keep the first load small. */
const navLinks = [
  { href: '/services', name: 'services', header: true },
  { href: '/regular-purchase-credit-package', name: 'credits', header: true },
  { href: '/reviews', name: 'reviews', header: true },
  { href: '/contact-us', name: 'contact', header: false },
  { href: '/join-us', name: 'join', header: false },
  { href: '/privacy-policy', name: 'privacy', header: false },
  { href: '/terms-and-conditions', name: 'terms', header: false },
  { href: '/terms-of-service', name: 'siteTerms', header: false },
] as const;

/** The link to the sign-in, or to the person's own area. */
function Door() {
  const { t } = useText(frameTexts);
  const { type } = useSession();
  return (
    <NavLink to={type === null ? SIGN_IN_OF.customer : HOME_OF[type]}>
      {t(type === null ? 'signIn' : OWN_AREA[type])}
    </NavLink>
  );
}

interface FrameProps {
  /** The site's texts; undefined while they load. */
  readonly site: SiteWords | undefined;
}

/** The line above every page: contact details and the office's own links. */
function UtilityNav({ site }: FrameProps) {
  const { t } = useText(frameTexts);
  const { phone = '', email = '', links = [] } = site?.['utility-nav'] ?? {};
  if (phone === '' && email === '' && links.length === 0) return null;
  return (
    <nav className={styles.utility} aria-label={t('contact')}>
      {phone !== '' && <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>}
      {email !== '' && <a href={`mailto:${email}`}>{email}</a>}
      {links.map(({ href, label }) => (
        <Anchor key={href + label} href={href}>
          {label}
        </Anchor>
      ))}
    </nav>
  );
}

function Header() {
  const { t } = useText(frameTexts);
  return (
    <header className={`k-row k-wrap k-between ${styles.header}`}>
      <LogoLink />
      <nav className={styles.nav} aria-label={t('menu')}>
        <div className={styles.navLinks}>
          {navLinks
            .filter(({ header }) => header)
            .map(({ href, name }) => (
              <NavLink key={href} to={href}>
                {t(name)}
              </NavLink>
            ))}
        </div>
        <div className={styles.own}>
          <LanguageSwitch />
          <Door />
        </div>
      </nav>
    </header>
  );
}

function Footer({ site }: FrameProps) {
  const { columns = [], copyright = '', social = [] } = site?.footer ?? {};
  return (
    <footer className={styles.footer}>
      <FooterStrip />
      <div className={styles.foot}>
        <div className={styles.footLogo}>
          <Logo onDark />
          {copyright !== '' && <p>{copyright}</p>}
          {social.map(({ href, network }) => (
            <p key={href}>
              <a href={href} rel="noopener">
                {network}
              </a>
            </p>
          ))}
        </div>
        <div>
          {columns.length > 0 ? <Columns columns={columns} /> : <DefaultLinks />}
          <SchemeSwitch />
        </div>
      </div>
    </footer>
  );
}

/** The footer links as the office has set them. */
function Columns({ columns }: { readonly columns: SiteWords['footer']['columns'] }) {
  return (
    <div className={styles.columns}>
      {columns.map(({ title, links }) => (
        <div key={title}>
          <h2>{title}</h2>
          <ul>
            {links.map(({ href, label }) => (
              <li key={href + label}>
                <Anchor href={href}>{label}</Anchor>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

/** The default footer links. */
function DefaultLinks() {
  const { t } = useText(frameTexts);
  return (
    <ul className={styles.links}>
      {navLinks.map(({ href, name }) => (
        <li key={href}>
          <NavLink to={href}>{t(name)}</NavLink>
        </li>
      ))}
    </ul>
  );
}

/** The public site's frame. */
export function Component() {
  const site = useSite().data;
  return (
    <div className={styles.site}>
      <SkipLink />
      <UtilityNav site={site} />
      <Header />
      <Main className={styles.main}>
        <Outlet />
      </Main>
      <Footer site={site} />
    </div>
  );
}

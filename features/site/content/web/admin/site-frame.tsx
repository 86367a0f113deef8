import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { t } from '#platform/web/i18n/office.ts';
import record from '#platform/web/office/record.module.css';
import styles from './site.module.css';

const PAGES = [
  ['home-page', t('Home page')],
  ['our-services', t('Our services')],
  ['testimonial', t('Testimonials')],
  ['join-as-cleaner', t('Join as a cleaner')],
  ['contact-us', t('Contact us')],
  ['pricing-popup', t('Pricing pop-up')],
  ['legal', t('Legal pages')],
  ['changes', t('Changes')],
] as const;

interface SiteFrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The layout of the screens on which the office edits the site. */
export function SiteFrame({ title, children }: SiteFrameProps) {
  return (
    <div className={styles.page}>
      <SiteTabs />
      <PageTitle tab={title}>{title}</PageTitle>
      {children}
    </div>
  );
}

/** On a phone the tab row is wider than the screen. */
function showActive(tabs: HTMLElement | null): void {
  const active = tabs?.querySelector<HTMLElement>('[aria-current]');
  if (tabs && active) tabs.scrollLeft = active.offsetLeft - tabs.offsetLeft;
}

export function SiteTabs() {
  return (
    <nav ref={showActive} className={record.tabs} aria-label={t('Site content')}>
      {PAGES.map(([at, label]) => (
        <NavLink key={at} to={`/admin/cms/${at}`}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}

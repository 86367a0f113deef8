import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import { type ReactNode, useEffect, useRef } from 'react';
import { documentTitle } from '../../site-name.ts';
import { type Drawing, Icon } from './icon.tsx';
import { Anchor } from './link.tsx';
import styles from './page.module.css';

/** The address of the first title, until the user navigates on: a freshly opened page keeps the browser's focus. */
let freshAt: string | null | undefined;

/** True while the page is as it was opened, even after its loading title has been replaced. */
function isFresh(): boolean {
  const here = window.location.href;
  if (freshAt === undefined) freshAt = here;
  else if (freshAt !== here || (navigator.userActivation?.hasBeenActive ?? true)) freshAt = null;
  return freshAt !== null;
}

export interface PageTitleProps {
  children: ReactNode;
  /** The browser tab's title if the route's own is too general: "Sat 28 Nov, 9:00 am". */
  tab?: string | undefined;
  /** After the heading, smaller: the other language, a count. */
  zh?: string | undefined;
  /** big: 36 px, greetings and endings ("Booked. See you Saturday."). */
  size?: 'normal' | 'big' | undefined;
}

/** True if a field of the new view has taken the focus itself, for immediate typing. */
const isTyping = () => document.activeElement?.matches('main input') ?? false;

/** The single h1 of a view. After a navigation it takes the focus, so that the new view is announced. */
export function PageTitle({ children, tab, zh, size = 'normal' }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFresh() && !isTyping()) heading.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    if (tab !== undefined) document.title = documentTitle(tab);
  }, [tab]);
  return (
    <h1 ref={heading} tabIndex={-1} className={size === 'big' ? styles.big : styles.title}>
      {children}
      {zh && <span lang="zh"> {zh}</span>}
    </h1>
  );
}

export interface SectionTitleProps {
  children: ReactNode;
  /** At the right end of the line: a TextLink, a count. */
  end?: ReactNode | undefined;
  /** ruled: above a 2 px ink line (rooms of a checklist). */
  ruled?: boolean | undefined;
  /** 3 below another heading. */
  level?: 2 | 3 | undefined;
}

/** A heading with a small element at the end of its line. */
export function SectionTitle({ children, end, ruled = false, level = 2 }: SectionTitleProps) {
  const Heading = `h${level}` as const;
  return (
    <div className={`k-row k-baseline k-between k-gap-16 ${styles.section}`} data-ruled={ruled || undefined}>
      <Heading>{children}</Heading>
      {end}
    </div>
  );
}

/** The link to the parent page, at the top of a phone view. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor href={href} className={`k-inline k-gap-6 k-strong ${styles.back}`}>
      <Icon of={IconChevronLeft} />
      {children}
    </Anchor>
  );
}

/** White on plaster, rounded, with a hairline. `flush` leaves the padding to its contents. */
export function Card({ children, flush = false }: { children: ReactNode; flush?: boolean | undefined }) {
  return (
    <div className={`k-panel ${styles.card}`} data-flush={flush || undefined}>
      {children}
    </div>
  );
}

export interface Fact {
  key: string;
  icon: Drawing;
  /** The icon's meaning, for screen readers: "When". */
  name: string;
  text: ReactNode;
}

/** Ruled lines with an icon and text: a booking's when, where, who, paid. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map((fact) => (
        <div key={fact.key}>
          <dt>
            <Icon of={fact.icon} label={fact.name} />
          </dt>
          <dd>{fact.text}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface NoticeProps {
  children: ReactNode;
  /** good: it is on. sun: attention, nothing is lost. bad: something is wrong. plain: for information. */
  kind?: 'good' | 'sun' | 'bad' | 'plain' | undefined;
  icon?: Drawing | undefined;
  /** At the end: a TextButton. */
  action?: ReactNode | undefined;
  /** Announced when it appears. */
  live?: boolean | undefined;
}

/** A sentence in a tinted band: an applied promo code, a price change, no signal. */
export function Notice({ children, kind = 'plain', icon, action, live = false }: NoticeProps) {
  return (
    <div className={styles.notice} data-kind={kind} role={live ? 'status' : undefined}>
      {icon && <Icon of={icon} />}
      <span className={styles.noticeText}>{children}</span>
      {action}
    </div>
  );
}

export interface Tab {
  href: string;
  label: string;
  zh?: string | undefined;
  icon: Drawing;
  current: boolean;
}

/** The four tabs of an area, at the bottom of a phone. */
export function TabBar({ tabs, label }: { tabs: readonly Tab[]; label: string }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Anchor
          key={tab.href}
          href={tab.href}
          className={tab.current ? 'active' : undefined}
          aria-current={tab.current ? 'page' : undefined}
        >
          <Icon of={tab.icon} />
          <span>
            {tab.label}
            {tab.zh && <span lang="zh"> {tab.zh}</span>}
          </span>
        </Anchor>
      ))}
    </nav>
  );
}

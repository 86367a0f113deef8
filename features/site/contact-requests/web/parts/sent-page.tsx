import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Spot } from '#platform/web/design/parts/brand.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import styles from './request.module.css';

interface SentPageProps {
  /** What it is about: true also before anybody knows whether something was sent. */
  readonly subject: string;
  readonly title: string;
  readonly children: ReactNode;
  readonly action: { readonly href: string; readonly label: string };
  /** Where nothing was sent: somebody typed the address. */
  readonly nothing: { readonly title: string; readonly href: string; readonly label: string };
}

/** The end of a form. That something was sent travels in the history's state, so a reload shows the same. */
export function SentPage({ subject, title, children, action, nothing }: SentPageProps) {
  const { state } = useLocation();
  const isKnown = useHydrated();
  const isSent = (state as { sent?: boolean } | null)?.sent === true;
  const heading = isSent ? title : nothing.title;
  return (
    <div className={styles.sent}>
      <Spot name="done" />
      <PageTitle size="big">{isKnown ? heading : subject}</PageTitle>
      {isKnown && isSent && <p>{children}</p>}
      {isKnown && (
        <ButtonLink href={isSent ? action.href : nothing.href}>
          {isSent ? action.label : nothing.label}
        </ButtonLink>
      )}
    </div>
  );
}

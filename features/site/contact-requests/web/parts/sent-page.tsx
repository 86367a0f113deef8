import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Illustration } from '#platform/web/design/parts/brand.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import styles from './request.module.css';

interface SentPageProps {
  /** The topic; shown whether or not something was sent. */
  readonly subject: string;
  readonly title: string;
  readonly children: ReactNode;
  readonly action: { readonly href: string; readonly label: string };
  /** Shown if nothing was sent, because the URL was entered directly. */
  readonly nothing: { readonly title: string; readonly href: string; readonly label: string };
}

/**
 * The confirmation page of a form. Whether something was sent is in the history state, so that it survives a reload.
 */
export function SentPage({ subject, title, children, action, nothing }: SentPageProps) {
  const { state } = useLocation();
  const isKnown = useHydrated();
  const isSent = (state as { sent?: boolean } | null)?.sent === true;
  const heading = isSent ? title : nothing.title;
  return (
    <div className={styles.sent}>
      <Illustration name="done" />
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

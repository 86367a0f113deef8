import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Spot } from '#platform/web/design/parts/brand.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import styles from './request.module.css';

interface SentPageProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly action: { readonly href: string; readonly label: string };
  /** Where nothing was sent: somebody typed the address. */
  readonly nothing: { readonly title: string; readonly href: string; readonly label: string };
}

/** The end of a form. That something was sent travels in the history's state, so a reload shows the same. */
export function SentPage({ title, children, action, nothing }: SentPageProps) {
  const { state } = useLocation();
  const isSent = (state as { sent?: boolean } | null)?.sent === true;
  return (
    <div className={styles.sent}>
      {isSent && <Spot name="done" />}
      <PageTitle size="big">{isSent ? title : nothing.title}</PageTitle>
      {isSent && <p>{children}</p>}
      <ButtonLink href={isSent ? action.href : nothing.href}>
        {isSent ? action.label : nothing.label}
      </ButtonLink>
    </div>
  );
}

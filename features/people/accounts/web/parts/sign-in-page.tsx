import type { ReactNode } from 'react';
import { Terrace } from '#platform/web/design/parts/brand.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import styles from './sign-in.module.css';

type Props = {
  title: string;
  /** The Chinese title, for cleaners. */
  zh?: string | undefined;
  /** The illustration of a street beside the form on desktop, with a door that opens. */
  street?: 'closed' | 'open' | undefined;
  /** At least as high as its highest form, so that content below does not move when the form changes. */
  keepsHeight?: boolean | undefined;
  children: ReactNode;
};

/** The layout of sign-in pages. */
export function SignInPage({ title, zh, street, keepsHeight = false, children }: Props) {
  return (
    <div className={styles.page} data-street={street} data-keeps-height={keepsHeight || undefined}>
      <div className={`k-stack k-gap-20 ${styles.form}`}>
        <PageTitle zh={zh}>{title}</PageTitle>
        {children}
      </div>
      {street && (
        <div className={styles.street}>
          <Terrace open={street === 'open' ? 'regular' : null} />
        </div>
      )}
    </div>
  );
}

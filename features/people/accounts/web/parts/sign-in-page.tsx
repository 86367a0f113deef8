import type { ReactNode } from 'react';
import { Terrace } from '#platform/web/design/parts/brand.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import styles from './sign-in.module.css';

type Props = {
  title: string;
  /** The title in the cleaner's other language. */
  zh?: string | undefined;
  /** Beside the form on a desk: the street, with a door that opens. */
  street?: 'closed' | 'open' | undefined;
  /** As high at least as its highest form: what stands below keeps its place when one form takes that of another. */
  steady?: boolean | undefined;
  children: ReactNode;
};

/** The column in which people sign in. */
export function SignInPage({ title, zh, street, steady = false, children }: Props) {
  return (
    <div className={styles.page} data-street={street} data-steady={steady || undefined}>
      <div className={styles.form}>
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

import type { ReactNode } from 'react';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import styles from './sign-in.module.css';

/** The column in which people sign in. */
export function SignInPage({ title, zh, children }: { title: string; zh?: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <PageTitle {...(zh === undefined ? {} : { zh })}>{title}</PageTitle>
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';
import { PageTitle } from '../design/parts/page.tsx';
import styles from './plain-page.module.css';

interface PlainPageProps {
  readonly title: string;
  /** What the page is for. */
  readonly lead: ReactNode;
  /** A button at the end of the title's line. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** An office page that is neither a list nor a record: a title, a sentence, and panels. */
export function PlainPage({ title, lead, action, children }: PlainPageProps) {
  return (
    <div className="k-office-page">
      <header className="k-row k-wrap k-between k-gap-8 k-gap-x-16">
        <PageTitle>{title}</PageTitle>
        {action}
      </header>
      <LeadParagraph>{lead}</LeadParagraph>
      {children}
    </div>
  );
}

/** A quiet sentence of a page or a panel. */
export function LeadParagraph({ children }: { readonly children: ReactNode }) {
  return <p className={styles.lead}>{children}</p>;
}

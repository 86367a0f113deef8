import { PageTitle } from '#platform/web/design/parts/page.tsx';
import styles from './legal.module.css';
import { useLegalText } from './text.ts';

interface LegalPageProps {
  readonly title: 'terms' | 'privacy';
  readonly sections: readonly ('price' | 'late' | 'ours' | 'kept' | 'use' | 'seen' | 'card')[];
}

/** A title, and sections of a heading and a paragraph. */
export function LegalPage({ title, sections }: LegalPageProps) {
  const { t } = useLegalText();
  return (
    <div className={styles.page}>
      <PageTitle>{t(title)}</PageTitle>
      {sections.map((section) => (
        <section key={section}>
          <h2>{t(section)}</h2>
          <p>{t(`${section}Text`)}</p>
        </section>
      ))}
    </div>
  );
}

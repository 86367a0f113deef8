import { PageTitle } from '#platform/web/design/parts/page.tsx';
import styles from './legal.module.css';
import { useLegalText } from './text.ts';

const SECTIONS = ['price', 'late', 'ours'] as const;

/** What holds between a customer and us, in the few sentences that it takes. */
export function Component() {
  const { t } = useLegalText();
  return (
    <div className={styles.page}>
      <PageTitle>{t('terms')}</PageTitle>
      {SECTIONS.map((section) => (
        <section key={section}>
          <h2>{t(section)}</h2>
          <p>{t(`${section}Text`)}</p>
        </section>
      ))}
    </div>
  );
}

import { PageTitle } from '#platform/web/design/parts/page.tsx';
import styles from './legal.module.css';
import { useLegalText } from './text.ts';

const SECTIONS = ['kept', 'use', 'seen', 'card'] as const;

/** What we know of a customer, what for, and who sees it. */
export function Component() {
  const { t } = useLegalText();
  return (
    <div className={styles.page}>
      <PageTitle>{t('privacy')}</PageTitle>
      {SECTIONS.map((section) => (
        <section key={section}>
          <h2>{t(section)}</h2>
          <p>{t(`${section}Text`)}</p>
        </section>
      ))}
    </div>
  );
}

import styles from '#features/contact-requests/web/parts/request.module.css';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useApplyText } from '../text.ts';
import { ApplyForm } from './apply-form.tsx';

/** /join-us */
export function Component() {
  const { t } = useApplyText();
  return (
    <div className={styles.page}>
      <PageTitle>{t('title')}</PageTitle>
      <p className={styles.lead}>{t('lead')}</p>
      <div className={styles.columns}>
        <section>
          <h2>{t('formTitle')}</h2>
          <ApplyForm />
        </section>
        <aside className={styles.side}>
          <h2>{t('howTitle')}</h2>
          <ul className={styles.points}>
            <li>{t('how.hours')}</li>
            <li>{t('how.travel')}</li>
            <li>{t('how.phone')}</li>
          </ul>
          <h2>{t('askTitle')}</h2>
          <ul className={styles.points}>
            <li>{t('ask.pass')}</li>
            <li>{t('ask.care')}</li>
          </ul>
        </aside>
      </div>
    </div>
  );
}

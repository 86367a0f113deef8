import styles from '#features/site/contact-requests/web/parts/request.module.css';
import { Picture } from '#features/site/content/web/parts/picture.tsx';
import { RichText } from '#features/site/content/web/parts/rich-text.tsx';
import { useSite } from '#features/site/content/web/parts/use-site.ts';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useApplyText } from '../text.ts';
import { ApplyForm } from './apply-form.tsx';

/** /join-us: the office's texts around the form. */
export function Component() {
  const { t } = useApplyText();
  const { title = '', html = '', image = '', alt = '' } = useSite().data?.['join-us'] ?? {};
  return (
    <div className={styles.page}>
      <PageTitle>{title || t('title')}</PageTitle>
      <div className={styles.lead}>{html === '' ? <p>{t('lead')}</p> : <RichText html={html} />}</div>
      <div className={styles.columns}>
        <section>
          <h2>{t('formTitle')}</h2>
          <ApplyForm />
        </section>
        <aside className={styles.side}>
          {image !== '' && (
            <div className={styles.picture}>
              <Picture url={image} alt={alt} width={480} height={320} sizes="22rem" />
            </div>
          )}
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

import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useFrameText } from '../text.ts';
import styles from './pages.module.css';

/** For every address that is no page. */
export function Component() {
  const { t } = useFrameText();
  return (
    <div className={styles.plain}>
      <PageTitle>{t('notFound')}</PageTitle>
      <p className="k-muted">{t('notFoundText')}</p>
      <div>
        <ButtonLink href="/">{t('toFront')}</ButtonLink>
      </div>
    </div>
  );
}

import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState } from '#platform/web/design/parts/states.tsx';
import { useFrameText } from '../text.ts';
import styles from './pages.module.css';

/** Instead of a page that threw, or whose code could not be fetched. The frame around it stays. */
export function RouteError() {
  const { t } = useFrameText();
  return (
    <div className={styles.plain}>
      <PageTitle>{t('brokenTitle')}</PageTitle>
      {/* Code that failed to load is only fetched again by a fresh page. */}
      <ErrorState retryLabel={t('tryAgain')} onRetry={() => window.location.reload()}>
        {t('broken')}
      </ErrorState>
    </div>
  );
}

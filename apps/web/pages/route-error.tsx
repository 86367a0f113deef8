import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { ErrorState } from '#platform/web/design/parts/states.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { frameTexts } from '../texts.ts';
import styles from './pages.module.css';

/** Replaces a page that threw, or whose code could not be loaded. The surrounding frame stays. */
export function RouteError() {
  const { t } = useText(frameTexts);
  return (
    <div className={`k-stack k-gap-16 ${styles.plain}`}>
      <PageTitle>{t('brokenTitle')}</PageTitle>
      {/* A browser may cache a failed import: only a reload requests it again. */}
      <ErrorState retryLabel={t('tryAgain')} onRetry={() => window.location.reload()}>
        {t('broken')}
      </ErrorState>
    </div>
  );
}

import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { frameTexts } from '../texts.ts';
import styles from './pages.module.css';

/** Shown until the first page's code is loaded. */
export function Loading() {
  const { t } = useText(frameTexts);
  return (
    <main className={`k-stack k-gap-16 ${styles.plain}`}>
      <Skeleton words={t('loading')} bare />
    </main>
  );
}

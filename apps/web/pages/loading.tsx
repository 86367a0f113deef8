import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFrameText } from '../text.ts';
import styles from './pages.module.css';

/** Shown until the first page's code is loaded. */
export function Loading() {
  const { t } = useFrameText();
  return (
    <main className={`k-stack k-gap-16 ${styles.plain}`}>
      <Skeleton words={t('loading')} bare />
    </main>
  );
}

import { useSyncExternalStore } from 'react';
import styles from './offline-banner.module.css';
import { useFrameText } from './text.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/** Says so when the signal is gone. The place is always there, so that screen readers hear it change. */
export function OfflineBanner() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const { t } = useFrameText();
  return (
    <div role="status" className={styles.place}>
      {!online && <p className={styles.banner}>{t('offline')}</p>}
    </div>
  );
}

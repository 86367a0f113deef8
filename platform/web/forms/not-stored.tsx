import { useEffect } from 'react';
import { Notice } from '../design/parts/page.tsx';
import { defineTexts, useText } from '../i18n/texts.ts';
import styles from './not-stored.module.css';

const texts = defineTexts('notStored', {
  full: 'Your device’s storage is full. Keep this page open until you are done, or your entries are lost.',
});

/**
 * Before anything is lost: what the storage could not take is on this page only. Stays in the window while the element
 * around it is scrolled.
 */
export function NotStored({ when }: { readonly when: boolean }) {
  const { t } = useText(texts);
  useAskBeforeUnload(when);
  if (!when) return null;
  return (
    <div className={styles.notStored}>
      <Notice kind="bad" live>
        {t('full')}
      </Notice>
    </div>
  );
}

/** The browser asks before it closes or reloads the page. */
export function useAskBeforeUnload(when: boolean): void {
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [when]);
}

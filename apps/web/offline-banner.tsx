import { useLocation } from 'react-router';
import { useOnline } from '#platform/web/use-online.ts';
import { en } from './locales/en.ts';
import { zh } from './locales/zh.ts';
import styles from './offline-banner.module.css';
import { useFrameText } from './text.ts';

/** Sign-in needs a connection; the cleaner's other pages store ticks and times until it is back. */
const CARRY_ON = /^\/cleaner\/(?!signin)/;

/** Shown when offline. The live region is always rendered, so that screen readers announce a change. */
export function OfflineBanner() {
  const online = useOnline();
  const { pathname } = useLocation();
  const { t } = useFrameText();
  return (
    <div role="status" className={styles.region}>
      {!online && <p className={styles.banner}>{CARRY_ON.test(pathname) ? <CarryOn /> : t('offline')}</p>}
    </div>
  );
}

/** In both languages, like all of the cleaner's area. */
function CarryOn() {
  return (
    <>
      <span lang="en">{en.offlineCarryOn}</span> <span lang="zh">{zh.offlineCarryOn}</span>
    </>
  );
}

import { useLocation } from 'react-router';
import { useText } from '#platform/web/i18n/texts.ts';
import { useOnline } from '#platform/web/use-online.ts';
import styles from './offline-banner.module.css';
import { frameTexts } from './texts.ts';

/** Sign-in needs a connection; the cleaner's other pages store ticks and times until it is back. */
const CARRY_ON = /^\/cleaner\/(?!signin)/;

/** Shown when offline. The live region is always rendered, so that screen readers announce a change. */
export function OfflineBanner() {
  const online = useOnline();
  const { pathname } = useLocation();
  const { t } = useText(frameTexts);
  return (
    <div role="status" className={styles.region}>
      {!online && <p className={styles.banner}>{CARRY_ON.test(pathname) ? <CarryOn /> : t('offline')}</p>}
    </div>
  );
}

/** In both languages, like all of the cleaner's area. */
function CarryOn() {
  const { chinese } = useText(frameTexts);
  return (
    <>
      <span lang="en">{frameTexts.en.offlineCarryOn}</span> <span lang="zh">{chinese('offlineCarryOn')}</span>
    </>
  );
}

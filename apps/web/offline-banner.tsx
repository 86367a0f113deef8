import { useLocation } from 'react-router';
import { Bilingual } from '#platform/web/i18n/bilingual.tsx';
import { pairsOf } from '#platform/web/i18n/pair.ts';
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

const framePair = pairsOf(frameTexts);

/** As all of the cleaner's area. */
function CarryOn() {
  return <Bilingual {...framePair('offlineCarryOn')} />;
}

import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { Outlet } from 'react-router';
import { useMessageLanguage } from '#features/messages/messages/web/parts/use-message-language.ts';
import { CheckoutStepSlot, CheckoutSteps } from '#platform/web/design/parts/checkout-step.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { Anchor } from '#platform/web/design/parts/link.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { useLiveQueries } from '#platform/web/live/use-live-queries.ts';
import { DEFAULT_ROUTE, HOME_OF } from '#platform/web/router/redirects.ts';
import { useSession } from '#platform/web/session/session.ts';
import { LIVE_READS } from '../live-reads.ts';
import { frameTexts } from '../texts.ts';
import { withQueries } from '../with-queries.tsx';
import styles from './checkout-shell.module.css';
import { LanguageSwitch, LogoLink, Main, SkipLink } from './frame.tsx';

/** The frame of a booking: the logo, the step and an exit, without other links. */
function CheckoutShell() {
  useLiveQueries(LIVE_READS);
  const { t } = useText(frameTexts);
  const { type } = useSession();
  useMessageLanguage();
  return (
    <CheckoutSteps>
      <div className={styles.checkout}>
        <SkipLink />
        <header className={`k-row k-wrap k-between ${styles.header}`}>
          <LogoLink />
          <CheckoutStepSlot className={styles.step} />
          <div className={`k-row k-gap-18 k-strong ${styles.controls}`}>
            <LanguageSwitch />
            <Anchor
              href={type === null ? DEFAULT_ROUTE : HOME_OF[type]}
              className={`k-inline k-gap-4 k-nowrap ${styles.leave}`}
            >
              <Icon of={IconX} />
              {t('leave')}
            </Anchor>
          </div>
        </header>
        <Main className={styles.main}>
          <Outlet />
        </Main>
      </div>
    </CheckoutSteps>
  );
}

export const Component = withQueries(CheckoutShell);

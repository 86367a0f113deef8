import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { BackLink, PageTitle } from '#platform/web/design/parts/page.tsx';
import { EmptyState, ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { BUY_HOURS, CREDITS, payPath } from '../parts/addresses.ts';
import { ChoosePack } from '../parts/choose-pack.tsx';
import styles from '../parts/credits.module.css';
import { useCreditsText } from '../parts/text.ts';
import { usePacks } from '../parts/use-packs.ts';
import { Bought } from './bought.tsx';
import { boughtIn } from './bought-state.ts';
import { PayPack } from './pay/pay-pack.tsx';

/** Buying hours in three steps: choose a pack, pay, confirmation. The step is in the URL. */
export function Component() {
  const { state } = useLocation();
  const [search] = useSearchParams();
  const bought = boughtIn(state);
  const packageId = search.get('pack');
  if (bought !== null) return <Bought bought={bought} />;
  return packageId === null ? <Choose /> : <Pay packageId={packageId} />;
}

function Choose() {
  const { t } = useCreditsText();
  const navigate = useNavigate();
  return (
    <div className={styles.page}>
      <div className={styles.section}>
        <div>
          <BackLink href={CREDITS}>{t('home.title')}</BackLink>
        </div>
        <PageTitle>{t('packs.title')}</PageTitle>
        <p className={styles.lead}>{t('packs.lead')}</p>
      </div>
      <ChoosePack preselected={null} onBuy={(packageId) => void navigate(payPath(packageId))} />
    </div>
  );
}

function Pay({ packageId }: { packageId: string }) {
  const { t } = useCreditsText();
  const { packs, isPending, isFetching, refetch } = usePacks();
  const pack = packs?.find(({ id }) => id === packageId);
  return (
    <div className={styles.page}>
      <div className={styles.section}>
        <div>
          <BackLink href={BUY_HOURS}>{t('pay.back')}</BackLink>
        </div>
        <PageTitle>{t('pay.title')}</PageTitle>
      </div>
      {isPending && <Skeleton words={t('packs.loading')} lines={6} />}
      {!isPending && packs === undefined && (
        <ErrorState retryLabel={t('tryAgain')} onRetry={() => refetch()} retrying={isFetching && t('trying')}>
          {t('packs.failed')}
        </ErrorState>
      )}
      {packs !== undefined && pack === undefined && <Gone />}
      {pack !== undefined && <PayPack key={pack.id} pack={pack} refreshPacks={refetch} />}
    </div>
  );
}

function Gone() {
  const { t } = useCreditsText();
  return (
    <div className={styles.empty}>
      <EmptyState
        level={2}
        title={t('pay.gone')}
        action={
          <ButtonLink full size="small" href={BUY_HOURS}>
            {t('pay.back')}
          </ButtonLink>
        }
      >
        {t('pay.goneText')}
      </EmptyState>
    </div>
  );
}

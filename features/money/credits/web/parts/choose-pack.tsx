import { type ReactNode, useState } from 'react';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import styles from './credits.module.css';
import { PackChoice } from './pack-choice.tsx';
import { PackTerms } from './pack-terms.tsx';
import { useCreditsText } from './text.ts';
import { type Pack, usePacks } from './use-packs.ts';

interface Props {
  /** The pack from the URL. */
  readonly preselected: string | null;
  readonly onBuy: (packageId: string) => void;
  /** Shown below the button. */
  readonly note?: ReactNode;
}

/** The packs on sale side by side; the button names the chosen one. */
export function ChoosePack({ preselected, onBuy, note }: Props) {
  const { t } = useCreditsText();
  const { hours } = useFormat();
  const [chosen, setChosen] = useState(preselected);
  const { packs, isPending, isFetching, refetch } = usePacks();
  if (isPending) return <Skeleton words={t('packs.loading')} lines={8} />;
  if (packs === undefined) {
    return (
      <ErrorState retryLabel={t('tryAgain')} onRetry={() => refetch()} retrying={isFetching && t('trying')}>
        {t('packs.failed')}
      </ErrorState>
    );
  }
  if (packs.length === 0) return <NoPacks />;
  const pack = packs.find(({ id }) => id === chosen) ?? usualPack(packs);
  return (
    <>
      <PackChoice packs={packs} value={pack?.id ?? null} onChange={setChosen} />
      <div className={styles.narrow}>
        <Button
          full
          disabledReason={pack === undefined && t('packs.pick')}
          onClick={() => pack !== undefined && onBuy(pack.id)}
        >
          {t('packs.buy', { hours: hours(pack?.credits ?? 0) })}
        </Button>
        {note}
      </div>
      <PackTerms pack={pack ?? null} />
    </>
  );
}

/** The most popular size; preselected. */
const USUAL_HOURS = 24;

/** The usual pack, or the smallest if it is not on sale. */
function usualPack(packs: readonly Pack[]): Pack | undefined {
  return packs.find(({ credits }) => credits === USUAL_HOURS) ?? packs[0];
}

function NoPacks() {
  const { t } = useCreditsText();
  return (
    <div className={styles.empty}>
      <EmptyState
        level={2}
        title={t('packs.none')}
        spot="one-time"
        action={
          <ButtonLink full size="small" href="/one-time/new">
            {t('packs.book')}
          </ButtonLink>
        }
      >
        {t('packs.noneText')}
      </EmptyState>
    </div>
  );
}

import type { ReactNode } from 'react';
import type { Paged } from '../api/use-paged.ts';
import { Button } from '../design/parts/button.tsx';
import { ErrorState, Skeleton } from '../design/parts/states.tsx';
import { useText } from '../i18n/texts.ts';
import { pagedTexts } from './texts.ts';

interface Props<Item> {
  readonly list: Paged<Item>;
  /** "Loading your payments". */
  readonly loading: string;
  /** "We could not load your payments." */
  readonly failed: string;
  /** Replaces an empty list. */
  readonly empty: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list that is loading, failed, empty or loaded, with a button for more. */
export function PagedList<Item>({ list, loading, failed, empty, children }: Props<Item>) {
  const { t } = useText(pagedTexts);
  if (list.isPending) return <Skeleton words={loading} />;
  // Loaded items stay, even if loading more has failed.
  if (list.data === undefined) {
    return (
      <ErrorState
        retryLabel={t('tryAgain')}
        onRetry={() => list.refetch()}
        retrying={list.isFetching && t('trying')}
      >
        {failed}
      </ErrorState>
    );
  }
  if (list.data.length === 0) return empty;
  return (
    <>
      {children(list.data)}
      {list.isFetchNextPageError && <p role="alert">{failed}</p>}
      {list.hasNextPage && (
        <div className="k-row k-centred k-mt-16">
          <Button
            kind="quiet"
            onClick={() => list.fetchNextPage()}
            busy={list.isFetchingNextPage && t('gettingMore')}
          >
            {t('more')}
          </Button>
        </div>
      )}
    </>
  );
}

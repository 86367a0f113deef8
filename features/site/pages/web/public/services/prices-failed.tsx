import { ErrorState } from '#platform/web/design/parts/states.tsx';
import { useSiteText } from '../text.ts';
import type { useOnSale } from '../use-on-sale.ts';

/** Instead of prices that could not be loaded: what happened, and another try. */
export function PricesFailed({ onSale }: { readonly onSale: ReturnType<typeof useOnSale> }) {
  const { t } = useSiteText();
  if (!onSale.isError) return null;
  return (
    <ErrorState
      retryLabel={t('tryAgain')}
      onRetry={() => onSale.refetch()}
      retrying={onSale.isFetching ? t('pricesLoading') : false}
    >
      {t('pricesFailed')}
    </ErrorState>
  );
}

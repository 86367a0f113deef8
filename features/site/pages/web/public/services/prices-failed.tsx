import { ErrorState } from '#platform/web/design/parts/states.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { siteTexts } from '../texts.ts';
import type { useOnSale } from '../use-on-sale.ts';

/** Shown if prices could not be loaded: the error and a retry button. */
export function PricesFailed({ onSale }: { readonly onSale: ReturnType<typeof useOnSale> }) {
  const { t } = useText(siteTexts);
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

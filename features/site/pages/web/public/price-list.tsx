import { type ComponentType, type MouseEvent, useState } from 'react';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import type { PriceListProps } from './services/price-table.tsx';
import { siteTexts } from './texts.ts';

/** A page with the same prices: for opening in a new tab, and without scripts. */
const PAGE = '/services#prices';

/** A link to all prices, which opens a sheet; its code is loaded on demand. */
export function PriceList(prices: PriceListProps) {
  const { t } = useText(siteTexts);
  const [Sheet, setSheet] = useState<ComponentType<PriceListProps & { onClose: () => void }>>();
  const open = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const { PriceSheet } = await import('./services/price-sheet.tsx');
      setSheet(() => PriceSheet);
    } catch {
      window.location.assign(PAGE); // the code could not be loaded: use the page instead
    }
  };
  return (
    <div className="k-mt-12">
      <TextLink href={PAGE} aria-haspopup="dialog" onClick={(event) => void open(event)}>
        {t('allPrices')}
      </TextLink>
      {Sheet && <Sheet {...prices} onClose={() => setSheet(undefined)} />}
    </div>
  );
}

import { type ComponentType, type MouseEvent, useState } from 'react';
import type { SiteWords } from '#features/site/content/contract/site.ts';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import styles from './sections.module.css';
import type { PricedPackage } from './services/price-table.tsx';
import { useSiteText } from './text.ts';

export interface PriceListProps {
  readonly site: SiteWords | undefined;
  readonly sold: readonly PricedPackage[];
}

/** Where the same prices stand on a page: for a new tab, and where no script runs. */
const PAGE = '/services#prices';

/** The way to every price: over the page, whose code comes when somebody asks for it. */
export function PriceList(prices: PriceListProps) {
  const { t } = useSiteText();
  const [Sheet, setSheet] = useState<ComponentType<PriceListProps & { onClose: () => void }>>();
  const open = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    try {
      const { PriceSheet } = await import('./services/price-sheet.tsx');
      setSheet(() => PriceSheet);
    } catch {
      window.location.assign(PAGE); // the code could not be fetched: the page has them too
    }
  };
  return (
    <div className={styles.all}>
      <TextLink href={PAGE} aria-haspopup="dialog" onClick={(event) => void open(event)}>
        {t('allPrices')}
      </TextLink>
      {Sheet && <Sheet {...prices} onClose={() => setSheet(undefined)} />}
    </div>
  );
}

import { TileWall } from '#platform/web/design/tiles/tile.tsx';
import { money } from '#platform/web/format.ts';
import { creditPacks, type OnSalePackage } from '../../rules/home-offer.ts';
import styles from './sections.module.css';
import { useSiteText } from './text.ts';

const COLOURS = ['regular', 'moving-in-out', 'spring-cleaning'] as const;
const TILES_ACROSS = 6;

interface HourPacksProps {
  sold: readonly OnSalePackage[];
  /** Prices are on their way: the section keeps its place for them. */
  waiting: boolean;
}

/** Stacks of prepaid hours as tall as they are large. Nothing on sale: no section. */
export function HourPacks({ sold, waiting }: HourPacksProps) {
  const { t } = useSiteText();
  const packs = creditPacks(sold).slice(0, COLOURS.length);
  const dearest = Math.max(0, ...packs.map((pack) => pack.pricePerHour));
  if (packs.length === 0 && !waiting) return null;
  return (
    <section className={styles.packs}>
      <div>
        <h2>{t('packs')}</h2>
        <p className="k-muted k-small">{t('packsNote')}</p>
      </div>
      <ul data-waiting={waiting || undefined}>
        {packs.map((pack, index) => {
          const kept = Math.round(pack.credits * dearest) - pack.price;
          return (
            <li key={pack.credits}>
              <TileWall
                service={COLOURS[index] ?? 'regular'}
                laid={pack.credits}
                columns={TILES_ACROSS}
                pattern="ubin"
              />
              <p>
                <b className={styles.rate}>{money(pack.pricePerHour, { short: true })}</b>
                <small>{t('perHour')}</small>
              </p>
              <p>{t('packHours', { count: pack.credits })}</p>
              <p className="k-figure">{money(pack.price, { short: true })}</p>
              <p className="k-muted">
                {kept > 0 ? t('keep', { amount: money(kept, { short: true }) }) : '\u00a0'}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

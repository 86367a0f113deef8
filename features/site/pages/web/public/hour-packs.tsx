import type { ReactNode } from 'react';
import type { SiteWords } from '#features/site/content/contract/site.ts';
import { money } from '#platform/web/amounts.ts';
import { TileWall } from '#platform/web/design/tiles/tile.tsx';
import { creditPacks, type OnSalePackage } from '../../rules/home-offer.ts';
import styles from './sections.module.css';
import { useSiteText } from './text.ts';

const COLOURS = ['regular', 'moving-in-out', 'spring-cleaning'] as const;
const TILES_ACROSS = 6;

interface HourPacksProps {
  /** The office's texts. */
  words: SiteWords['hour-packs'] | undefined;
  sold: readonly OnSalePackage[];
  /** Prices are loading: the section reserves space for them. */
  waiting: boolean;
  /** Shown after the packages: a link to all prices. */
  children: ReactNode;
}

/**
 * Packages of prepaid hours, drawn as stacks in proportion to their size. If none are on sale, only the link to the
 * prices.
 */
export function HourPacks({ words, sold, waiting, children }: HourPacksProps) {
  const { t } = useSiteText();
  const packs = creditPacks(sold).slice(0, COLOURS.length);
  const dearest = Math.max(0, ...packs.map((pack) => pack.pricePerHour));
  if (packs.length === 0 && !waiting) return <section className={styles.packs}>{children}</section>;
  return (
    <section className={styles.packs}>
      <div>
        {words && <h2>{words.title}</h2>}
        <p className="k-muted k-small">{words?.text}</p>
        {children}
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
                {kept > 0 ? t('saved', { amount: money(kept, { short: true }) }) : '\u00a0'}
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

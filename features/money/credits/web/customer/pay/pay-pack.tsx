import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import { VALID_MONTHS } from '#features/catalogue/packages/rules/credit-terms.ts';
import type { PriceLine } from '#platform/web/design/booking/price-panel.tsx';
import { MoneyLines } from '#platform/web/design/booking/price-panel.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { TileWall, vars } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { BUY_HOURS } from '../../parts/addresses.ts';
import { columnsFor } from '../../parts/columns.ts';
import shared from '../../parts/credits.module.css';
import { PackTerms } from '../../parts/pack-terms.tsx';
import { useCreditsText } from '../../parts/text.ts';
import { useGstInside } from '../../parts/use-gst.ts';
import type { Pack } from '../../parts/use-packs.ts';
import { PackCode } from './pack-code.tsx';
import styles from './pay.module.css';
import { PayForm } from './pay-form.tsx';
import { type PackPrice, usePackPrice } from './use-pack-price.ts';

interface Props {
  readonly pack: Pack;
  readonly refreshPacks: () => Promise<unknown>;
}

/** The chosen pack, its price and the payment form. */
export function PayPack({ pack, refreshPacks }: Props) {
  const price = usePackPrice(pack, refreshPacks);
  return (
    <div className={styles.layout}>
      <Panel pack={pack} price={price} />
      <div className={styles.steps}>
        <PackCode price={price} />
        <PayForm pack={pack} price={price} />
        <PackTerms pack={pack} total={price.total} />
      </div>
    </div>
  );
}

function Panel({ pack, price }: { pack: Pack; price: PackPrice }) {
  const { t } = useCreditsText();
  const { hours, money } = useFormat();
  const columns = columnsFor(pack.credits);
  const { before, total } = price;
  const gst = useGstInside(total);
  return (
    <section className={styles.panel} data-changed={before !== null || undefined}>
      {before !== null && (
        <Notice kind="sun" icon={IconAlertTriangle} live>
          {t('pay.changed', { before: money(before), now: money(total) })}
        </Notice>
      )}
      <div className={shared.head}>
        <h2>{t('pay.name', { hours: hours(pack.credits) })}</h2>
        <TextLink href={BUY_HOURS}>{t('pay.change')}</TextLink>
      </div>
      <p className="k-muted k-small">{t('pay.until', { count: VALID_MONTHS })}</p>
      <div className={shared.wall} style={vars({ '--across': columns })}>
        <TileWall service="regular" laid={pack.credits} columns={columns} />
      </div>
      <MoneyLines
        size="big"
        lines={useLines(pack, price)}
        total={{ label: t('pay.total'), amount: money(total) }}
        gst={gst > 0 && t('gst', { amount: money(gst) })}
      />
    </section>
  );
}

function useLines(pack: Pack, { promo, total }: PackPrice): PriceLine[] {
  const { t } = useCreditsText();
  const { hours, money } = useFormat();
  const bare = (cents: number) => money(cents).replace('S$', '');
  const length = hours(pack.credits);
  const isPlain = pack.price === Math.round(pack.credits * pack.pricePerHour);
  const lines: PriceLine[] = [
    {
      key: 'hours',
      label: isPlain
        ? t('pay.line', { hours: length, rate: money(pack.pricePerHour, { short: true }) })
        : t('pay.pack', { hours: length }),
      amount: bare(pack.price),
    },
  ];
  if (promo !== null) {
    lines.push({ key: 'promo', label: promo.code, amount: bare(total - pack.price), good: true });
  }
  return lines;
}

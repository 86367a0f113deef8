import { TileWall } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { DEAREST_HOUR, savingOf } from '../../rules/for-sale.ts';
import styles from './packs.module.css';
import { useCreditsText } from './text.ts';
import { useGstInside } from './use-gst.ts';
import type { Pack } from './use-packs.ts';

/** Colours of the stacks, as on the home page. */
const COLOURS = ['regular', 'moving-in-out', 'spring-cleaning'] as const;
const TILES_ACROSS = 6;

interface Props {
  readonly packs: readonly Pack[];
  /** The id of the chosen pack. */
  readonly value: string | null;
  readonly onChange: (packageId: string) => void;
}

/** Packs as stacks whose height shows their hours; one is chosen. */
export function PackChoice({ packs, value, onChange }: Props) {
  const { t } = useCreditsText();
  const { money } = useFormat();
  const gst = useGstInside(packs.find(({ id }) => id === value)?.price ?? 0);
  return (
    <fieldset className={styles.choice}>
      <legend className="k-hidden">{t('packs.choose')}</legend>
      <div className={styles.stacks} data-many={packs.length > COLOURS.length || undefined}>
        {packs.map((pack, index) => (
          <label key={pack.id} className={styles.stack}>
            <input
              type="radio"
              name="pack"
              value={pack.id}
              checked={pack.id === value}
              onChange={() => onChange(pack.id)}
            />
            <span className={styles.tiles}>
              <TileWall
                service={COLOURS[index % COLOURS.length] ?? 'regular'}
                laid={pack.credits}
                columns={TILES_ACROSS}
                pattern="ubin"
              />
            </span>
            <PackWords pack={pack} />
          </label>
        ))}
      </div>
      <p className="k-muted k-small">
        {t('packs.against', { full: money(DEAREST_HOUR, { short: true }) })}
        {gst > 0 && <span>{t('packs.gst', { amount: money(gst) })}</span>}
      </p>
    </fieldset>
  );
}

function PackWords({ pack }: { pack: Pack }) {
  const { t } = useCreditsText();
  const { money } = useFormat();
  const saving = savingOf(pack);
  return (
    <span className={styles.words}>
      <b className={styles.hours}>{t('packs.hours', { count: pack.credits })}</b>
      <b className={styles.price}>{money(pack.price, { short: true })}</b>
      <span>{t('packs.each', { rate: money(pack.pricePerHour, { short: true }) })}</span>
      <span>{saving > 0 ? t('packs.saves', { amount: money(saving, { short: true }) }) : '\u00a0'}</span>
    </span>
  );
}

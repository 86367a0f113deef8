import { TileWall, vars } from '#platform/web/design/tiles/tile.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { creditsTexts } from '../texts.ts';
import styles from './credits.module.css';
import { type HeldLot, hoursIn } from './use-lots.ts';

interface Props {
  readonly lots: readonly Pick<HeldLot, 'numCredits' | 'granted' | 'isDisputed'>[];
}

/** Remaining hours as filled tiles, used ones as empty tiles. */
export function HoursWall({ lots }: Props) {
  const { t } = useText(creditsTexts);
  const { hours } = useFormat();
  const left = hoursIn(lots);
  const granted = lots.reduce((sum, lot) => sum + Math.max(lot.granted, lot.numCredits), 0);
  const columns = columnsFor(granted);
  return (
    <div
      className={styles.wall}
      style={{ ...vars({ '--across': columns }), clipPath: outlineOf(granted, columns) }}
    >
      <TileWall
        service="regular"
        laid={left}
        of={granted}
        columns={columns}
        label={t('left.tiles', { left: hours(left), granted: hours(granted) })}
      />
    </div>
  );
}

/** A clip path that ends the wall after its last tile. */
function outlineOf(tiles: number, columns: number): string | undefined {
  const full = Math.floor(tiles / columns);
  const rest = tiles - full * columns;
  if (rest === 0) return undefined;
  const [x, y] = [(rest / columns) * 100, (full / (full + 1)) * 100];
  return `polygon(0 0, 100% 0, 100% ${y}%, ${x}% ${y}%, ${x}% 100%, 0 100%)`;
}

/**
 * Tiles per row in order of preference: the rows fill a phone's width, with tiles at least as large as a
 * thumbnail.
 */
const FEW = [8, 6, 7, 5] as const;
const MANY = [12, 10, 15] as const;
const MAX_COLUMNS = 16;

/** Tiles per row for these hours: in full rows if possible. */
export function columnsFor(hours: number): number {
  const tiles = Math.ceil(hours);
  if (tiles <= FEW[0]) return Math.max(1, tiles);
  const fitting = tiles <= 40 ? [...FEW, ...MANY] : [...MANY, MAX_COLUMNS];
  return fitting.find((columns) => tiles % columns === 0) ?? (tiles <= 40 ? FEW[0] : MANY[0]);
}

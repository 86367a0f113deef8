import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import type { ReactNode } from 'react';
import { Icon } from '../parts/icon.tsx';
import { Skeleton } from '../parts/states.tsx';
import type { Service } from '../tiles/drawings.ts';
import { HourTiles } from '../tiles/tile.tsx';
import styles from './price-panel.module.css';

export interface PriceLine {
  key: string;
  /** "4 hours × S$30". */
  label: ReactNode;
  note?: ReactNode | undefined;
  /** Formatted: "120.00", "−12.00", "4 h". */
  amount: string;
  /** A promo code or another discount. */
  good?: boolean | undefined;
}

export interface MoneyTotal {
  label: ReactNode;
  amount: string;
}

export interface MoneyLinesProps {
  lines: readonly PriceLine[];
  total: MoneyTotal;
  /** medium: 22 px, in a sheet under its own heading. big: 30 px, in the price panel. */
  size?: 'medium' | 'big' | undefined;
  /** Below the total: "GST of S$10.16 included". */
  gst?: ReactNode | undefined;
}

/** Lines, an ink rule, the total. */
export function MoneyLines({ lines, total, size = 'medium', gst }: MoneyLinesProps) {
  return (
    <div className={styles.money} data-size={size}>
      <dl className={styles.lines}>
        {lines.map((line) => (
          <div key={line.key} data-good={line.good || undefined}>
            <dt>
              {line.label}
              {line.note && <small>{line.note}</small>}
            </dt>
            <dd>{line.amount}</dd>
          </div>
        ))}
        <div className={styles.total} aria-live="polite">
          {/* The space keeps them two words where the change is announced. */}
          <dt>{total.label}</dt> <dd>{total.amount}</dd>
        </div>
      </dl>
      {gst && <p className={`k-mt-2 k-right k-muted ${styles.gst}`}>{gst}</p>}
    </div>
  );
}

export interface PricePanelProps {
  /** "One-time, 4 hours". */
  title: ReactNode;
  service: Service;
  /** Hours of each cleaner. */
  hours: number;
  cleaners?: number | undefined;
  /** "4 hours" or "2 cleaners, 4 hours each": the tiles' text alternative. */
  tilesLabel: string;
  /** When and where, one entry per line. */
  details?: readonly ReactNode[] | undefined;
  lines: readonly PriceLine[];
  /** "To pay", "S$123.00"; with credits "4 hours". */
  total: MoneyTotal;
  gst?: ReactNode | undefined;
  /** A TextLink or TextButton: "Change". */
  change?: ReactNode | undefined;
  /** While the price is being calculated: this text, with slats instead of lines. */
  loading?: string | undefined;
  /** The price changed in the meantime: old and new price, and that nothing has been charged yet. */
  changed?: ReactNode | undefined;
}

/** Tile size in px, so that eight hours of five cleaners still fit a phone's panel. */
function tileSize(hours: number, cleaners: number): number {
  if (hours > 6) return 36;
  return cleaners > 2 ? 30 : 40;
}

/** The itemised price of a booking. */
export function PricePanel(props: PricePanelProps) {
  const { title, service, hours, cleaners = 1, tilesLabel, details = [], change, loading, changed } = props;
  return (
    <section className={`k-panel ${styles.panel}`} data-changed={changed ? true : undefined}>
      {changed && (
        <p className={`k-row k-stretch k-gap-12 ${styles.changed}`} role="status">
          <Icon of={IconAlertTriangle} />
          <span>{changed}</span>
        </p>
      )}
      <div className={styles.head}>
        <div className={`k-row k-baseline k-between k-gap-12 ${styles.title}`}>
          <h3>{title}</h3>
          {change}
        </div>
        {details.map((detail, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of one address and time
          <p key={index} className={`k-muted k-small ${styles.detail}`}>
            {detail}
          </p>
        ))}
        <div className="k-mt-10">
          <HourTiles
            service={service}
            hours={hours}
            cleaners={cleaners}
            size={tileSize(hours, cleaners)}
            label={tilesLabel}
          />
        </div>
      </div>
      <div className={styles.body}>
        {loading === undefined ? (
          <MoneyLines lines={props.lines} total={props.total} gst={props.gst} size="big" />
        ) : (
          <Skeleton words={loading} bare />
        )}
      </div>
    </section>
  );
}

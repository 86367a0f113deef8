import type { CSSProperties, ReactNode } from 'react';
import { DRAWINGS, type Pattern, type Service } from './drawings.ts';
import styles from './tile.module.css';

/** State of an hour: bare (none), plan (booked, upcoming), now, done; laid shows the service's own pattern. */
export type TileState = 'laid' | 'bare' | 'plan' | 'now' | 'done';

type Vars = CSSProperties & Record<`--${string}`, string | number>;

/** Inline CSS with custom properties, typed. */
export const vars = (values: Vars): CSSProperties => values;

/** ARIA attributes of a drawing: its label, or hidden. */
export const spoken = (label: string | undefined) =>
  label === undefined ? ({ 'aria-hidden': true } as const) : ({ role: 'img', 'aria-label': label } as const);

export interface TileProps {
  service: Service;
  /** px; if omitted, the tile fills its box. */
  size?: number | undefined;
  state?: TileState | undefined;
  label?: string | undefined;
}

/** A single tile. Next to a line of text it identifies the service. */
export function Tile({ service, size, state = 'laid', label }: TileProps) {
  const width = size === undefined ? '100%' : `${size}px`;
  return (
    <span
      className={`${styles.run} ${styles.one}`}
      data-service={service}
      data-state={state}
      style={vars({ width, '--hours': 1, '--rows': 1 })}
      {...spoken(label)}
    />
  );
}

export interface HourTilesProps {
  service: Service;
  /** Hours of each cleaner, in halves: 3.5 shows half a tile. */
  hours: number;
  /** Number of rows. */
  cleaners?: number | undefined;
  /** px of one tile; up to 24 it uses the small form, ubin. */
  size?: number | undefined;
  state?: TileState | undefined;
  /** No grout between tiles: in bands and at large sizes. */
  band?: boolean | undefined;
  /** "2 cleaners, 4 hours each". Omit if the text is next to it. */
  label?: string | undefined;
}

/** Rows are cleaners, columns are hours. A single element, however many tiles. */
export function HourTiles(props: HourTilesProps) {
  const { service, hours, cleaners = 1, size = 40, state = 'laid', band = false, label } = props;
  return (
    <span
      className={styles.run}
      data-service={service}
      data-state={state}
      data-band={band || undefined}
      style={vars({
        '--tile': `${size}px`,
        width: `calc(${hours} * var(--tile))`,
        height: `calc(${cleaners} * var(--tile))`,
      })}
      {...spoken(label)}
    />
  );
}

export interface TileWallProps {
  service: Service;
  /** Filled tiles; halves allowed. */
  laid: number;
  /** Total tiles, the rest bare; defaults to the filled ones only. */
  of?: number | undefined;
  columns: number;
  /** ubin uses small four-petal tiles in the service's colours (stacks of credits). */
  pattern?: 'service' | 'ubin' | undefined;
  label?: string | undefined;
}

/** A stack of hours as wide as its column: hours left of a pack, hours in a pack. */
export function TileWall({ service, laid, of, columns, pattern = 'service', label }: TileWallProps) {
  const full = Math.floor(laid / columns);
  const rest = laid - full * columns;
  const rows = Math.ceil(Math.max(of ?? laid, laid) / columns);
  const block = (top: number, height: number, width: number) => (
    <i
      className={styles.fill}
      style={vars({
        '--hours': width,
        '--rows': height,
        width: `${(width / columns) * 100}%`,
        height: `${(height / rows) * 100}%`,
        top: `${(top / rows) * 100}%`,
      })}
    />
  );
  return (
    <span
      className={styles.wall}
      data-service={service}
      data-pattern={pattern}
      style={vars({ '--columns': columns, '--all-rows': rows, aspectRatio: `${columns} / ${rows}` })}
      {...spoken(label)}
    >
      {of !== undefined && <i className={styles.ground} />}
      {full > 0 && block(0, full, columns)}
      {rest > 0 && block(full, 1, rest)}
    </span>
  );
}

export interface StepTilesProps {
  /** Completed steps. */
  done: number;
  of: number;
  /** Shows the current step in sun. */
  current?: boolean | undefined;
  /** px of a tile; if omitted, the tiles share the width (progress of a checklist). */
  size?: number | undefined;
  /** Next to the tiles: "3 of 7, date and time". */
  label: ReactNode;
  /** The label is for screen readers only, if the text is already visible elsewhere. */
  hideLabel?: boolean | undefined;
}

/** Jade and sun tiles count steps or ticks; they are never used next to hours. */
export function StepTiles({ done, of, current = false, size, label, hideLabel = false }: StepTilesProps) {
  const state = (index: number) => {
    if (index < done) return 'done';
    return current && index === done ? 'now' : 'next';
  };
  return (
    <p className={`k-row k-gap-12 k-muted ${styles.steps}`} data-wide={size === undefined || undefined}>
      <span className={styles.stepRow} aria-hidden="true" style={size ? vars({ '--tile': `${size}px` }) : {}}>
        {Array.from({ length: of }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step is its position
          <i key={index} className={styles.smallTile} data-state={state(index)} />
        ))}
      </span>
      <span className={hideLabel ? 'k-hidden' : undefined}>{label}</span>
    </p>
  );
}

/** A small four-petal tile with a meaning: legends, notices, toasts. */
export function SmallTile({
  state,
  size = 26,
}: {
  state: 'bare' | 'plan' | 'now' | 'done' | 'next';
  size?: number;
}) {
  return (
    <i
      className={styles.smallTile}
      data-state={state}
      style={vars({ '--tile': `${size}px` })}
      aria-hidden="true"
    />
  );
}

export interface TinyHoursProps {
  service: Service;
  hours: number;
  /** Elapsed hours are solid, the rest pale; by default all are solid. */
  solid?: number | undefined;
  /** Without the service's colour behind: on a block that already has it. */
  bare?: boolean | undefined;
}

/** Hours in a table or on a board: four-petal tiles of 11 px, next to their number. */
export function TinyHours({ service, hours, solid, bare = false }: TinyHoursProps) {
  return (
    <span
      className={styles.tiny}
      data-service={service}
      data-ground={!bare || undefined}
      style={vars({ '--hours': hours, '--solid': solid ?? hours })}
      aria-hidden="true"
    />
  );
}

export interface PatternProps {
  pattern: Pattern;
  service: Service;
  /** Quarter turns; only kipas changes. */
  turn?: 0 | 1 | 2 | 3 | undefined;
}

/** A tile as inline SVG, for any mix of pattern and colours. For runs use HourTiles. */
export function PatternTile({ pattern, service, turn = 0 }: PatternProps) {
  return (
    <svg
      className={styles.drawn}
      data-service={service}
      viewBox="0 0 48 48"
      aria-hidden="true"
      style={turn === 0 ? undefined : { transform: `rotate(${turn * 90}deg)` }}
    >
      {DRAWINGS[pattern].map(({ colour, path }) => (
        <path key={path} fill={`var(--s-t${colour})`} d={path} />
      ))}
    </svg>
  );
}

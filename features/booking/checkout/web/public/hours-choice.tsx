import type { ReactNode } from 'react';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { TileWall, vars } from '#platform/web/design/tiles/tile.tsx';
import styles from './success.module.css';

interface Props {
  service: JobType;
  /** Of all cleaners. */
  hours: number;
  label: string;
}

/** As close to a square as possible: four hours are two by two. */
function columnsOf(hours: number): number {
  return Math.max(2, Math.ceil(Math.sqrt(hours)));
}

/** Services whose pattern repeats every two tiles. Every other pattern repeats with each tile. */
const BY_TWO: readonly JobType[] = ['spring-cleaning'];

/** The background's shift in half tiles, so that its joints meet those of the centred tiles. */
function shiftOf(service: JobType, columns: number): 0 | 1 {
  return (columns % 2 === 0) === BY_TWO.includes(service) ? 0 : 1;
}

/** The booked hours as tiles on the background pattern. */
export function HoursChoice({ service, hours, label }: Props) {
  const columns = columnsOf(hours);
  return (
    <Ground service={service} columns={columns} rows={Math.ceil(hours / columns)}>
      <div className={styles.laid}>
        <TileWall service={service} laid={hours} columns={columns} label={label} />
      </div>
    </Ground>
  );
}

/** The background without tiles, while the hours are unknown. */
export function BareGround({ service }: Pick<Props, 'service'>) {
  return <Ground service={service} columns={2} rows={2} />;
}

interface GroundProps {
  service: JobType;
  /** Columns of the tiles on it. */
  columns: number;
  rows: number;
  children?: ReactNode;
}

function Ground({ service, columns, rows, children }: GroundProps) {
  return (
    <div
      className={styles.ground}
      data-service={service}
      style={vars({ '--columns': columns, '--rows': rows, '--shift': shiftOf(service, columns) })}
    >
      {children}
    </div>
  );
}

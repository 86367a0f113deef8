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

/** As square as the hours allow: four hours lie two by two. */
function columnsOf(hours: number): number {
  return Math.max(2, Math.ceil(Math.sqrt(hours)));
}

/** Tiles whose pattern takes two by two to close. Every other tile closes by itself. */
const BY_TWO: readonly JobType[] = ['spring-cleaning'];

/** Half tiles that the ground moves aside, so that its joints meet those of the laid tiles in the middle. */
function shiftOf(service: JobType, columns: number): 0 | 1 {
  return (columns % 2 === 0) === BY_TWO.includes(service) ? 0 : 1;
}

/** The hours that were bought, laid into bare ground. */
export function LaidHours({ service, hours, label }: Props) {
  const columns = columnsOf(hours);
  return (
    <Ground service={service} columns={columns} rows={Math.ceil(hours / columns)}>
      <div className={styles.laid}>
        <TileWall service={service} laid={hours} columns={columns} label={label} />
      </div>
    </Ground>
  );
}

/** Bare ground: no hours are known yet, or none are here. */
export function BareGround({ service }: Pick<Props, 'service'>) {
  return <Ground service={service} columns={2} rows={2} />;
}

interface GroundProps {
  service: JobType;
  /** Of the hours that lie in it. */
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

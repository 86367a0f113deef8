import { Link } from 'react-router';
import { changeInPercent } from './periods.ts';
import styles from './statistics.module.css';

interface StatisticProps {
  readonly label: string;
  readonly now: number;
  /** The previous period's value; undefined while it loads. */
  readonly before: number | undefined;
  format(figure: number): string;
  /** The list of the counted records. */
  readonly to?: string;
}

/** One value of a period, compared with the previous period. */
export function Statistic({ label, now, before, format, to }: StatisticProps) {
  const change = before === undefined ? null : changeInPercent(now, before);
  return (
    <div className={styles.statistic}>
      <dt>{label}</dt>
      <dd>
        <b className="k-figure">
          {to === undefined || now === 0 ? format(now) : <Link to={to}>{format(now)}</Link>}
        </b>
        {before !== undefined && (
          <span>
            {change !== null && change !== 0 && <b>{`${change > 0 ? '+' : '−'}${Math.abs(change)}% `}</b>}
            {`${format(before)} before`}
          </span>
        )}
      </dd>
    </div>
  );
}

import { Link } from 'react-router';
import { changeInPercent } from './periods.ts';
import styles from './statistics.module.css';

interface StatisticProps {
  readonly label: string;
  /** Null if it is unknown: a share of nothing. */
  readonly now: number | null;
  /** The previous period's value; undefined while it loads. */
  readonly before: number | null | undefined;
  format(figure: number): string;
  /** The list of the counted records. */
  readonly to?: string | undefined;
  /** A share in percent, of which a change in percent would be misread. */
  readonly isShare?: true;
  /** What it is counted from: "36 of 40 hours". */
  readonly detail?: string | undefined;
}

/** One value of a period, compared with the previous period. */
export function Statistic({ label, now, before, format, to, isShare, detail }: StatisticProps) {
  const isCompared = now !== null && before !== undefined && before !== null;
  const change = isCompared && !isShare ? changeInPercent(now, before) : null;
  const shown = now === null ? '–' : format(now);
  return (
    <div className={styles.statistic}>
      <dt>{label}</dt>
      <dd>
        <b className="k-figure">
          {to === undefined || now === null || now === 0 ? shown : <Link to={to}>{shown}</Link>}
        </b>
        {isCompared && (
          <span>
            {change !== null && change !== 0 && <b>{`${change > 0 ? '+' : '−'}${Math.abs(change)}% `}</b>}
            {`${format(before)} before`}
          </span>
        )}
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </dd>
    </div>
  );
}

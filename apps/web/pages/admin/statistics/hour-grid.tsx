import { Link } from 'react-router';
import styles from './statistics.module.css';
import { Counted, StatisticsTable } from './statistics-table.tsx';

interface Cell {
  /** 1 is Monday. */
  readonly weekday: number;
  readonly hour: number;
  readonly visits: number;
  /** The list of these visits. */
  readonly to: string;
}

interface HourGridProps {
  readonly cells: readonly Cell[];
  readonly file: string;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** Shown at least. */
const FIRST_HOUR = 8;
const LAST_HOUR = 18;

/** When visits begin: weekdays by hours, the more the darker. */
export function HourGrid({ cells, file }: HourGridProps) {
  const first = Math.min(FIRST_HOUR, ...cells.map(({ hour }) => hour));
  const last = Math.max(LAST_HOUR, ...cells.map(({ hour }) => hour));
  const hours = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const most = Math.max(...cells.map(({ visits }) => visits));
  const cellAt = (weekday: number, hour: number) =>
    cells.find((cell) => cell.weekday === weekday && cell.hour === hour);
  return (
    <div className={styles.table}>
      <div className={styles.tableHead}>
        <h3>When visits begin</h3>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable by arrow keys */}
      <section className={styles.grid} aria-label="Visits by weekday and hour" tabIndex={0}>
        <table>
          <caption className="k-hidden">When visits begin</caption>
          <thead>
            <tr>
              <td />
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {nameOf(hour)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map((name, index) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {hours.map((hour) => {
                  const cell = cellAt(index + 1, hour);
                  if (cell === undefined) return <td key={hour} />;
                  return (
                    <td key={hour} data-level={Math.ceil((cell.visits / most) * 4)}>
                      <Link
                        to={cell.to}
                        aria-label={`${cell.visits.toLocaleString('en-SG')} visits, ${name} ${nameOf(hour)}`}
                      >
                        {cell.visits.toLocaleString('en-SG')}
                      </Link>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <StatisticsTable
        isFolded
        caption="Visits by weekday and hour"
        file={file}
        rows={cells.map((cell) => ({ ...cell, id: `${cell.weekday} ${cell.hour}` }))}
        columns={[
          {
            title: 'Weekday',
            csv: (row) => WEEKDAYS[row.weekday - 1] ?? '',
            show: (row) => WEEKDAYS[row.weekday - 1],
          },
          { title: 'Hour', number: true, csv: (row) => row.hour, show: (row) => nameOf(row.hour) },
          {
            title: 'Visits',
            number: true,
            csv: (row) => row.visits,
            show: (row) => <Counted count={row.visits} to={row.to} />,
          },
        ]}
      />
    </div>
  );
}

/** `9 am` */
function nameOf(hour: number): string {
  return `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? 'am' : 'pm'}`;
}

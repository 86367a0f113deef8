import { Notice } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { otherCrewLabel, type SeriesVisit } from './series-crews.ts';
import styles from './series-dates.module.css';

/** The dates of a series that would be held, each with its crew. */
export function SeriesDates({ visits }: { readonly visits: readonly SeriesVisit[] }) {
  const { date, time, money } = useFormat();
  const other = otherCrewLabel(visits);
  return (
    <>
      {other && <Notice kind="sun">{other}</Notice>}
      <ol className={styles.dates} aria-label="Dates">
        {visits.map(({ startTime, crew, isOther, price }) => (
          <li key={startTime} data-other={isOther || undefined}>
            <span>
              {date(startTime)}, {time(startTime)}
            </span>
            <span>{isOther ? <b>{crew}</b> : crew}</span>
            <span>{money(price)}</span>
          </li>
        ))}
      </ol>
    </>
  );
}

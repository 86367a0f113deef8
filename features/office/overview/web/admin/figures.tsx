import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { queryOf } from '#platform/web/api/queries.ts';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { Loaded } from '#platform/web/office/record.tsx';
import { type Figures, readFigures } from '../../contract.ts';
import styles from './overview.module.css';

const EVERY_MINUTE = 60_000;

/** Six figures of the week, each a link to what it counts. They load on their own: what needs the office comes first. */
export function WeekFigures() {
  const figures = useQuery({
    ...queryOf(readFigures),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MINUTE,
  });
  return (
    <Loaded query={figures} what={t('the figures of the week')}>
      {(loaded) => <FigureList figures={loaded} />}
    </Loaded>
  );
}

function FigureList({ figures }: { readonly figures: Figures }) {
  const { money, hours } = useFormat();
  const { week, taken, hours: worked, filled, cancelled, owed, rating } = figures;
  const range = `from_date=${week.from}&to_date=${week.to}`;
  const share = { now: filledOf(filled.now), before: filledOf(filled.before) };
  return (
    <ul className={styles.figures} aria-label={t('This week')}>
      <Figure
        name={t('Received this week')}
        value={money(taken.now.cents)}
        note={changeOf(taken.now.cents, taken.before.cents)}
        to={`/admin/transactions?${range}`}
      />
      <Figure
        name={t('Hours booked')}
        value={hours(worked.now.booked)}
        note={t('{{hours}} done, {{change}}', {
          hours: hours(worked.now.worked),
          change: changeOf(worked.now.booked, worked.before.booked),
        })}
        to={`/admin/jobs?status=going-ahead&${range}`}
      />
      <Figure
        name={t('Hours filled')}
        value={share.now === null ? '–' : `${share.now}%`}
        note={
          share.before === null
            ? t('No hours last week')
            : t('{{before}}% last week', { before: share.before })
        }
        to={`/admin/statistics?tab=visits&${range}`}
      />
      <Figure
        name={t('Cancelled')}
        value={String(cancelled.now.visits)}
        note={t('{{within24Hours}} within 24 hours, {{visits}} last week', {
          within24Hours: cancelled.now.within24Hours,
          visits: cancelled.before.visits,
        })}
        to={`/admin/jobs?status=cancelled&cancelled_from=${week.from}&cancelled_to=${week.to}`}
      />
      <Figure
        name={t('Prepaid hours not used')}
        value={hours(owed.now.hours)}
        note={`${money(owed.now.cents)}, ${differenceOf(owed.now.hours, owed.before.hours)}`}
        to="/admin/credits"
      />
      <Figure
        name={t('Rating, 30 days')}
        value={rating.now.average === null ? '–' : rating.now.average.toFixed(1)}
        note={
          rating.now.count === 1
            ? t('{{count}} review{{value}}', {
                count: rating.now.count,
                value:
                  rating.before.average === null
                    ? ''
                    : t(', {{toFixed}} a week ago', { toFixed: rating.before.average.toFixed(1) }),
              })
            : t('{{count}} reviews{{value}}', {
                count: rating.now.count,
                value:
                  rating.before.average === null
                    ? ''
                    : t(', {{toFixed}} a week ago', { toFixed: rating.before.average.toFixed(1) }),
              })
        }
        to={`/admin/reviews?from_date=${rating.from}&to_date=${week.to}`}
      />
    </ul>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly to: string;
}

function Figure({ name, value, note, to }: FigureProps) {
  return (
    <li>
      <Link to={to}>
        <span>{name}</span>
        <b>{value}</b>
        <small>{note}</small>
      </Link>
    </li>
  );
}

/** "+8% on last week"; in words where a percentage says nothing. */
export function changeOf(now: number, before: number): string {
  if (now === before) return t('as last week');
  if (before <= 0) return before === 0 ? t('none last week') : t('less than none last week');
  const percent = Math.round(((now - before) / before) * 100);
  return t('{{signed}}% on last week', { signed: signed(percent) });
}

/** "+12 in a week". */
export function differenceOf(now: number, before: number): string {
  const difference = Math.round((now - before) * 10) / 10;
  return difference === 0 ? t('as a week ago') : t('{{signed}} in a week', { signed: signed(difference) });
}

function signed(count: number): string {
  return count < 0 ? `−${Math.abs(count)}` : `+${count}`;
}

/** Booked of the available hours, in percent; null if nobody was available. */
export function filledOf({ booked, available }: { readonly booked: number; readonly available: number }) {
  return available === 0 ? null : Math.round((booked / available) * 100);
}

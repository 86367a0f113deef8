import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { queryOf } from '#platform/web/api/queries.ts';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { dayInWords } from '#platform/web/format.ts';
import { officeLanguage, t } from '#platform/web/i18n/office.ts';
import { initialsOf } from '#platform/web/initials.ts';
import { Loaded } from '#platform/web/office/record.tsx';
import { readWeekBoard, type WeekBoard } from '../../contract.ts';
import type { RowFilter } from '../../rules/rows.ts';
import board from './day-board.module.css';
import { PersonName } from './person.tsx';
import { useVisibleRows } from './use-visible-rows.ts';
import styles from './week-tiles.module.css';

interface WeekTilesProps {
  readonly day: string;
  readonly filter: Pick<RowFilter, 'region' | 'words' | 'sort'>;
  onOpen(day: string): void;
  /** The heading. */
  readonly children: (head: {
    readonly title: string;
    readonly sums: string | undefined;
    readonly regions: readonly string[];
  }) => ReactNode;
}

/** A week: how full each cleaner’s days are. A tile opens its day. */
export function WeekTiles({ day, filter, onOpen, children }: WeekTilesProps) {
  const query = useQuery({
    ...queryOf(readWeekBoard, { query: { day } }),
    placeholderData: keepPreviousData,
  });
  const week = query.data;
  return (
    <div className={board.page} ref={fillWindow}>
      {children({
        title: week ? titleOf(week) : t('Week'),
        sums: week && sumsOf(week),
        regions: week ? [...new Set(week.cleaners.flatMap(({ regions }) => regions))].sort() : [],
      })}
      <Loaded query={query} what={t('the week')}>
        {(loaded) => <Table week={loaded} cleaners={filtered(loaded, filter)} onOpen={onOpen} />}
      </Loaded>
    </div>
  );
}

type Cleaner = WeekBoard['cleaners'][number];

interface TableProps {
  readonly week: WeekBoard;
  readonly cleaners: readonly Cleaner[];
  onOpen(day: string): void;
}

/** px */
const HEIGHT = 50;

function Table({ week, cleaners, onOpen }: TableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const visible = useVisibleRows(scroller, { count: cleaners.length, height: HEIGHT });
  return (
    <div ref={scroller} className={styles.week}>
      <table style={{ '--row': `${HEIGHT}px` } as object} aria-rowcount={cleaners.length + 1}>
        <thead>
          <tr>
            <th scope="col">{t('Cleaner')}</th>
            {week.days.map((each) => (
              <DayHead key={each.date} day={each} onOpen={() => onOpen(each.date)} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer rows={visible.first} />
          {cleaners.slice(visible.first, visible.end).map((cleaner, index) => (
            <tr key={cleaner.id} aria-rowindex={visible.first + index + 2}>
              <th scope="row">
                <span className={`k-row ${styles.person}`}>
                  <PersonTile
                    id={cleaner.id}
                    initials={initialsOf(cleaner.fullname)}
                    size={34}
                    photo={cleaner.profilePhoto}
                  />
                  <PersonName cleaner={cleaner} />
                </span>
              </th>
              {cleaner.days.map((load, at) => (
                <DayTile
                  key={week.days[at]?.date}
                  load={load}
                  onOpen={() => onOpen(week.days[at]?.date ?? '')}
                />
              ))}
            </tr>
          ))}
          <Spacer rows={cleaners.length - visible.end} />
        </tbody>
      </table>
    </div>
  );
}

/** The height of rows that are not rendered. */
function Spacer({ rows }: { readonly rows: number }) {
  return rows > 0 && <tr style={{ height: rows * HEIGHT }} />;
}

interface DayHeadProps {
  readonly day: WeekBoard['days'][number];
  onOpen(): void;
}

function DayHead({ day: { date, closed, visits, missing }, onOpen }: DayHeadProps) {
  return (
    <th scope="col">
      <button type="button" className={styles.dayLink} onClick={onOpen}>
        {dayInWords(date, officeLanguage(), { weekday: 'short', day: 'numeric', month: 'short' }).replace(
          ',',
          '',
        )}
      </button>
      <small data-bad={missing > 0 || undefined}>
        {missing > 0
          ? t('{{missing}} without crew', { missing })
          : (closed ?? (visits === 1 ? t('1 visit') : t('{{visits}} visits', { visits })))}
      </small>
    </th>
  );
}

interface DayTileProps {
  readonly load: Cleaner['days'][number];
  onOpen(): void;
}

function DayTile({ load, onOpen }: DayTileProps) {
  const { hoursBooked, hoursAvailable, isOff } = load;
  const share = Math.min(hoursBooked / Math.max(hoursAvailable, hoursBooked, 1), 1);
  const isBare = hoursBooked === 0 && hoursAvailable === 0;
  const bare = isOff ? t('Off', { context: 'day' }) : '–';
  return (
    <td>
      <button
        type="button"
        tabIndex={-1}
        className={styles.dayTile}
        data-bare={isBare || undefined}
        style={{ '--share': `${share * 100}%` } as object}
        onClick={onOpen}
      >
        {isBare ? bare : t('{{hoursBooked}} of {{hoursAvailable}} h', { hoursBooked, hoursAvailable })}
      </button>
    </td>
  );
}

function filtered(
  { cleaners }: WeekBoard,
  { region, words, sort }: WeekTilesProps['filter'],
): readonly Cleaner[] {
  const wanted = words.trim().toLowerCase();
  const found = cleaners.filter(
    ({ regions, fullname, languages }) =>
      (region === '' || regions.length === 0 || regions.includes(region)) &&
      [fullname, ...languages].some((text) => text.toLowerCase().includes(wanted)),
  );
  const free = ({ days }: Cleaner) =>
    days.reduce((sum, { hoursAvailable, hoursBooked }) => sum + hoursAvailable - hoursBooked, 0);
  return sort === 'free' ? found.toSorted((a, b) => free(b) - free(a)) : found;
}

/** `23 to 29 November` */
function titleOf({ days }: WeekBoard): string {
  const [first = '', last = ''] = [days[0]?.date, days.at(-1)?.date];
  const parts = { day: 'numeric', month: 'long' } as const;
  const isOneMonth = first.slice(0, 7) === last.slice(0, 7);
  const from = dayInWords(first, officeLanguage(), isOneMonth ? { day: 'numeric' } : parts);
  return t('{{from}} to {{dayInWords}}', { from, dayInWords: dayInWords(last, officeLanguage(), parts) });
}

function sumsOf({ cleaners }: WeekBoard): string {
  const days = cleaners.flatMap((cleaner) => cleaner.days);
  const booked = days.reduce((sum, { hoursBooked }) => sum + hoursBooked, 0);
  const available = days.reduce((sum, { hoursAvailable }) => sum + hoursAvailable, 0);
  return t('{{round}} of {{round2}} hours booked', {
    round: Math.round(booked),
    round2: Math.round(available),
  });
}

/** The board ends at the foot of the window, whatever is above it. */
export function fillWindow(page: HTMLElement | null): void {
  const top = (page?.getBoundingClientRect().top ?? 0) + window.scrollY;
  page?.style.setProperty('--above', `${top}px`);
}

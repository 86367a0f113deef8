import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { bookingTexts } from '../../texts.ts';
import type { Draft, DraftException } from './draft.ts';
import type { Quoted } from './use-flow.ts';

export type Conflict = Quoted['conflicts'][number];
type Served = Quoted['dates'][number];

/** A date of the series in the list. */
export interface SeriesRow {
  readonly seriesDate: string;
  /** Null: no visit. */
  readonly visit: Served | null;
  /** Unavailable, and not decided yet. */
  readonly isOpen: boolean;
  /** Why its original time is unavailable, with alternatives; null if it is available or no longer known. */
  readonly conflict: Conflict | null;
  readonly exception: DraftException | null;
}

const at = (wire: string) => Date.parse(wire);

/** Conflicts as last seen: a decided date keeps its alternatives while the page is open. */
export type SeenConflicts = ReadonlyMap<string, Conflict>;

export function withSeen(seen: SeenConflicts, conflicts: readonly Conflict[]): SeenConflicts {
  if (conflicts.every((one) => seen.get(one.seriesDate) === one)) return seen;
  return new Map([...seen, ...conflicts.map((one) => [one.seriesDate, one] as const)]);
}

/** All dates of a series in order, from the server's reply and the customer's decisions. */
export function rowsOf(
  { dates, conflicts }: Pick<Quoted, 'dates' | 'conflicts'>,
  exceptions: Draft['exceptions'],
  seen: SeenConflicts,
): SeriesRow[] {
  const exceptionOf = (seriesDate: string) =>
    exceptions.find(({ startTime }) => at(startTime) === at(seriesDate)) ?? null;
  // A decision counts even before the server has checked it.
  const isOpen = ({ seriesDate, startTime }: Conflict) => {
    const exception = exceptionOf(seriesDate);
    return exception === null || (exception.instead !== null && at(exception.instead) === at(startTime));
  };
  const skipped = exceptions.filter(({ instead }) => instead === null);
  const rows = new Map<number, Pick<SeriesRow, 'seriesDate' | 'visit' | 'isOpen'>>([
    ...dates.map(
      (visit) => [at(visit.seriesDate), { seriesDate: visit.seriesDate, visit, isOpen: false }] as const,
    ),
    ...conflicts.map(
      (one) =>
        [at(one.seriesDate), { seriesDate: one.seriesDate, visit: null, isOpen: isOpen(one) }] as const,
    ),
    ...skipped.map(
      ({ startTime }) => [at(startTime), { seriesDate: startTime, visit: null, isOpen: false }] as const,
    ),
  ]);
  return [...rows.values()]
    .map((row) => ({
      ...row,
      conflict: usualHourFirst(seen.get(row.seriesDate) ?? null),
      exception: exceptionOf(row.seriesDate),
    }))
    .toSorted((a, b) => at(a.seriesDate) - at(b.seriesDate));
}

const hourOf = (wire: string) => wire.slice(11, 16);

/** Whether an alternative is at the same hour as the date itself. */
export function isUsualHour({ startTime }: Conflict, other: string): boolean {
  return hourOf(startTime) === hourOf(other);
}

/** Alternatives at the usual hour come first: people's schedules are similar from day to day. */
function usualHourFirst(conflict: Conflict | null): Conflict | null {
  if (conflict === null) return null;
  const rank = (other: { readonly startTime: string }) => (isUsualHour(conflict, other.startTime) ? 0 : 1);
  return { ...conflict, alternatives: conflict.alternatives.toSorted((a, b) => rank(a) - rank(b)) };
}

/** The exceptions with a new decision for a date; undefined removes it. */
export function decide(
  exceptions: Draft['exceptions'],
  seriesDate: string,
  instead: string | null | undefined,
): DraftException[] {
  const others = exceptions.filter(({ startTime }) => at(startTime) !== at(seriesDate));
  return instead === undefined ? others : [...others, { startTime: seriesDate, instead }];
}

/** Takes the nearest alternative for every open date, and skips those without one. */
export function nearestForAll(exceptions: Draft['exceptions'], rows: readonly SeriesRow[]): DraftException[] {
  const open = rows.filter(({ isOpen }) => isOpen);
  return open.reduce<DraftException[]>(
    (decided, { seriesDate, conflict }) =>
      decide(decided, seriesDate, conflict?.alternatives[0]?.startTime ?? null),
    [...exceptions],
  );
}

/** A quoted or held visit with its crew. */
interface CrewedVisit {
  readonly startTime: string;
  readonly cleaners: readonly { readonly id: string; readonly firstname: string }[];
}

const crewKey = ({ cleaners }: CrewedVisit) =>
  cleaners
    .map(({ id }) => id)
    .toSorted()
    .join();

/** The most frequent crew, and the visits with a different one. */
export function crewOfSeries<V extends CrewedVisit>(
  visits: readonly V[],
): { readonly names: readonly string[]; readonly others: readonly V[] } {
  const counts = new Map<string, number>();
  for (const visit of visits) counts.set(crewKey(visit), (counts.get(crewKey(visit)) ?? 0) + 1);
  const [usual] = [...counts].toSorted(([, a], [, b]) => b - a);
  const known = visits.find((visit) => crewKey(visit) === usual?.[0]);
  return {
    names: known?.cleaners.map(({ firstname }) => firstname) ?? [],
    others: visits.filter((visit) => crewKey(visit) !== usual?.[0]),
  };
}

/** Up to this many dates are listed individually. */
const FEW_DATES = 3;

/** A sentence about the crew of a series: the same for all visits, or on which dates it differs. */
export function useCrewMessage() {
  const { t } = useText(bookingTexts);
  const { date } = useFormat();
  return (visits: readonly CrewedVisit[]): string => {
    const { names, others } = crewOfSeries(visits);
    const who = names.join(t('dates.and'));
    if (names.length === 0) return '';
    if (others.length === 0) return t('dates.sameCrew', { names: who, count: visits.length });
    const on = others.map(({ startTime }) => date(startTime)).join(t('dates.comma'));
    if (others.length <= FEW_DATES) return t('dates.otherCrewOn', { names: who, dates: on });
    return t('dates.otherCrew', { names: who, count: others.length, of: visits.length });
  };
}

import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs';
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { IconButton } from '../parts/button.tsx';
import { TextButton } from '../parts/link.tsx';
import { UBIN_PETALS } from '../tiles/drawings.ts';
import styles from './day-grid.module.css';

/** How much of a day is free, in petals. */
export type Petals = 0 | 1 | 2 | 3 | 4;

export interface GridDay {
  /** "2026-11-28"; also its key. */
  date: string;
  /** "28". */
  number: string;
  /** open can be chosen; full is struck through; past (or beyond the horizon) is grey. */
  state: 'open' | 'full' | 'past';
  free: Petals;
  today?: boolean | undefined;
  /** For screen readers: "Saturday 28 November, nearly full". */
  name: string;
}

export interface DayGridProps {
  /** "November to December". */
  title: ReactNode;
  /** Monday first, one letter each; `weekdayNames` are for screen readers. */
  weekdays: readonly string[];
  weekdayNames: readonly string[];
  /** Whole weeks. */
  days: readonly GridDay[];
  chosen: string | null;
  onChoose: (date: string) => void;
  /** Full days can be opened too, because there is something to do on them: a waiting list. */
  opensFull?: boolean | undefined;
  /** Omit at the ends. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  previousLabel: string;
  nextLabel: string;
  /** Where only one week is shown: opens the others. The legend is shown with them. */
  more?: { label: string; onPress: () => void } | undefined;
  /** The meaning of petals and strikethrough. */
  legend?: { free: string; nearlyFull: string; full: string; note?: string | undefined } | undefined;
  /** While days load: the squares are grey, and this text is announced. */
  loading?: string | undefined;
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** The index that a key moves to from day `at`; null for a key that the grid does not handle. */
export function dayAfterKey(key: string, at: number, count: number): number | null {
  const step = STEPS[key];
  if (step !== undefined) return at + step;
  if (key === 'Home') return at - (at % 7);
  if (key === 'End') return Math.min(at - (at % 7) + 6, count - 1);
  return null;
}

/** Four petals, filled in proportion to how much of the day is free. */
export function PetalMark({ free }: { free: Petals }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={styles.petals}>
      {UBIN_PETALS.map((path, index) => (
        <path key={path} d={path} data-free={index < free || undefined} />
      ))}
    </svg>
  );
}

/** The day in the tab order: the last focused one, otherwise the chosen one, otherwise the first open one. */
function tabStopOf(
  days: readonly GridDay[],
  focused: string | null,
  chosen: string | null,
): string | undefined {
  const shown = (date: string | null) => date !== null && days.some((day) => day.date === date);
  if (shown(focused)) return focused ?? undefined;
  if (shown(chosen)) return chosen ?? undefined;
  return (days.find((day) => day.state === 'open') ?? days[0])?.date;
}

/** Keyboard navigation across month boundaries: the new month's first or last day gets the focus. */
function useGridKeys(props: DayGridProps) {
  const { days, chosen, onPrevious, onNext } = props;
  const grid = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<string | null>(null);
  const landing = useRef<'first' | 'last' | null>(null);
  const tabStop = tabStopOf(days, focused, chosen);
  const focusDay = (date: string | undefined) => {
    if (date === undefined) return;
    setFocused(date);
    grid.current?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus();
  };
  const shownFrom = days[0]?.date;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another month has loaded
  useEffect(() => {
    if (landing.current !== null) focusDay(days.at(landing.current === 'first' ? 0 : -1)?.date);
    landing.current = null;
  }, [shownFrom]);
  const turn = (to: (() => void) | undefined, end: 'first' | 'last') => {
    if (!to) return;
    landing.current = end;
    to();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const at = days.findIndex((day) => day.date === tabStop);
    const next = dayAfterKey(event.key, at, days.length);
    if (event.key === 'PageUp' || (next !== null && next < 0))
      turn(onPrevious, next === null ? 'first' : 'last');
    else if (event.key === 'PageDown' || (next !== null && next >= days.length)) turn(onNext, 'first');
    else if (next === null) return;
    else focusDay(days[next]?.date);
    event.preventDefault();
  };
  return { grid, tabStop, setFocused, onKeyDown };
}

/**
 * A month of days. One day is in the tab order; arrow keys move, Home and End go to the ends of the week, PageUp and
 * PageDown change the month.
 */
export function DayGrid(props: DayGridProps) {
  const { days, chosen, onChoose, legend, loading, more } = props;
  const heading = useId();
  const { grid, tabStop, setFocused, onKeyDown } = useGridKeys(props);
  const choose = (date: string) => {
    setFocused(date);
    onChoose(date);
  };
  const weeks = Array.from({ length: Math.ceil(days.length / 7) }, (_, week) =>
    days.slice(week * 7, week * 7 + 7),
  );
  return (
    <section aria-labelledby={heading}>
      <GridHead {...props} heading={heading} />
      {/* biome-ignore lint/a11y/useSemanticElements: a grid of buttons, laid out by CSS */}
      <div
        ref={grid}
        role="grid"
        tabIndex={-1}
        aria-labelledby={heading}
        aria-busy={loading !== undefined || undefined}
        className={styles.grid}
        onKeyDown={onKeyDown}
      >
        <WeekdayRow letters={props.weekdays} names={props.weekdayNames} />
        {weeks.map((week) => (
          // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the buttons are focusable
          <div role="row" key={week[0]?.date} className="k-contents">
            {week.map((day) => (
              <DayCell
                key={day.date}
                day={day}
                chosen={day.date === chosen}
                tabStop={day.date === tabStop}
                opens={day.state === 'open' || (day.state === 'full' && props.opensFull === true)}
                onChoose={() => choose(day.date)}
              />
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="k-hidden">
        {loading}
      </p>
      {more && (
        <div className={`k-row k-between k-gap-16 k-muted ${styles.more}`}>
          <span aria-hidden="true">{legend?.note}</span>
          <TextButton onClick={more.onPress}>{more.label}</TextButton>
        </div>
      )}
      {legend && !more && (
        <DayGridLegend {...legend} sample={days.find((day) => day.state === 'full')?.number} />
      )}
    </section>
  );
}

function GridHead({
  title,
  heading,
  previousLabel,
  nextLabel,
  onPrevious,
  onNext,
}: DayGridProps & { heading: string }) {
  return (
    <div className={`k-row k-between k-gap-12 ${styles.head}`}>
      <h2 id={heading} aria-live="polite">
        {title}
      </h2>
      <span className="k-row k-stretch k-gap-8">
        <IconButton
          icon={IconChevronLeft}
          label={previousLabel}
          onClick={onPrevious}
          disabled={!onPrevious}
        />
        <IconButton icon={IconChevronRight} label={nextLabel} onClick={onNext} disabled={!onNext} />
      </span>
    </div>
  );
}

function WeekdayRow({ letters, names }: { letters: readonly string[]; names: readonly string[] }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: headers of the grid above
    <div role="row" className="k-contents">
      {letters.map((letter, index) => (
        // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: headers of the grid above
        <span role="columnheader" key={names[index]} aria-label={names[index]} className={styles.weekday}>
          {letter}
        </span>
      ))}
    </div>
  );
}

interface DayCellProps {
  day: GridDay;
  chosen: boolean;
  tabStop: boolean;
  opens: boolean;
  onChoose: () => void;
}

function DayCell({ day, chosen, tabStop, opens, onChoose }: DayCellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: the button inside is focusable
    <div role="gridcell" aria-selected={chosen}>
      <button
        type="button"
        data-date={day.date}
        data-state={day.state}
        data-today={day.today || undefined}
        data-chosen={chosen || undefined}
        className={styles.day}
        tabIndex={tabStop ? 0 : -1}
        aria-label={day.name}
        aria-pressed={chosen}
        aria-disabled={!opens || undefined}
        aria-current={day.today ? 'date' : undefined}
        onClick={opens ? onChoose : undefined}
      >
        {day.state === 'full' ? <s>{day.number}</s> : day.number}
        {day.state === 'open' && <PetalMark free={day.free} />}
      </button>
    </div>
  );
}

function DayGridLegend(props: NonNullable<DayGridProps['legend']> & { sample: string | undefined }) {
  return (
    <p className={styles.legend} aria-hidden="true">
      <span>
        <PetalMark free={4} /> {props.free}
      </span>
      <span>
        <PetalMark free={1} /> {props.nearlyFull}
      </span>
      {props.sample !== undefined && (
        <span>
          <s>{props.sample}</s> {props.full}
        </span>
      )}
      {props.note !== undefined && <span>{props.note}</span>}
    </p>
  );
}

import { useEffect, useMemo, useRef, useState } from 'react';
import { appClock } from '#platform/web/app-clock.ts';
import { businessDay, instantOf } from '#platform/web/business-time.ts';
import type { Span } from '../../rules/load.ts';
import { type Row, stopAt, stopsOf, type Target, TRAY } from '../../rules/rows.ts';

interface Cursor {
  readonly rowID: string;
  readonly key: string;
  /** Where going up and down continues. */
  readonly minute: number;
}

/** How far a key goes. */
export interface Arrow {
  readonly rows: number;
  readonly stops: number;
}

/** The stop that has the keyboard. It stays at its time while rows change. */
export function useCursor(
  rows: readonly Row[],
  hours: Span,
  scroller: { readonly current: HTMLElement | null },
) {
  const [chosen, setChosen] = useState<Cursor | null>(null);
  const wantsFocus = useRef(false);
  const row = rows.find(({ id }) => id === chosen?.rowID) ?? rows[0];
  const stops = useMemo(() => (row ? stopsOf(row, hours) : []), [row, hours]);
  const stop = stops.find(({ key }) => key === chosen?.key) ?? stopAt(stops, chosen?.minute ?? hours.start);
  const minute = chosen?.minute ?? appClockMinute(hours);
  const [rowID, key] = [row?.id ?? TRAY, stop?.key ?? ''];
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-stop="${CSS.escape(key)}"]`);
    cell?.focus({ preventScroll: true });
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  const focus = (to: Cursor) => {
    wantsFocus.current = true;
    setChosen(to);
  };
  const startOf = (inRow: string, stopKey: string) => {
    const found = rows.find(({ id }) => id === inRow);
    return (found && stopsOf(found, hours).find((each) => each.key === stopKey)?.start) ?? minute;
  };
  /** To the next stop of the row, or the one before. */
  const across = (by: number) => {
    const next = stops[stops.findIndex((each) => each.key === key) + by];
    if (next) focus({ rowID, key: next.key, minute: next.start });
  };
  /** To the stop at the same time in another row. */
  const down = (by: number) => {
    const index = rows.findIndex(({ id }) => id === rowID) + by;
    const next = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    const at = next && stopAt(stopsOf(next, hours), minute);
    if (next && at) focus({ rowID: next.id, key: at.key, minute });
  };
  return {
    rowID,
    key,
    minute,
    stop,
    go: (arrow: Arrow) => (arrow.rows === 0 ? across(arrow.stops) : down(arrow.rows)),
    /** Focuses the stop again, after a question about it. */
    refocus: () => focus({ rowID, key, minute }),
    /** The focus was moved by Tab or a screen reader. */
    adopt(toRow: string, toKey: string) {
      if (toKey !== key) setChosen({ rowID: toRow, key: toKey, minute: startOf(toRow, toKey) });
    },
    set(toRow: string, toKey: string, at: number) {
      focus({ rowID: toRow, key: toKey, minute: at });
    },
    /** To a visit in its new place. */
    follow({ part, rowID: toRow, start }: Target) {
      focus({ rowID: toRow, key: part.key, minute: start });
    },
    /** Scrolls to a row without going there. */
    reveal(id: string) {
      requestAnimationFrame(() =>
        scroller.current
          ?.querySelector(`[data-row="${CSS.escape(id)}"]`)
          ?.scrollIntoView({ block: 'nearest' }),
      );
    },
  };
}

function appClockMinute({ start }: Span): number {
  const now = appClock.now();
  return Math.max(start, (now.getTime() - instantOf(businessDay(now)).getTime()) / 60_000);
}

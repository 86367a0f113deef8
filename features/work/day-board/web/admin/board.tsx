import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
} from 'react';
import { useNavigate } from 'react-router';
import { businessDay, instantOf } from '#platform/web/business-time.ts';
import { t } from '#platform/web/i18n/office.ts';
import { useShortcut } from '#platform/web/shortcuts.ts';
import type { DayBoard } from '../../contract.ts';
import type { Span } from '../../rules/load.ts';
import { EXTRA, type Proposal } from '../../rules/proposal.ts';
import { clockOf, type Row, regionOf, shownHours, type Target, TRAY } from '../../rules/rows.ts';
import { BoardRow, HeldBlock, MAX_STICKY_LANES, type Shadow, trackPosition } from './board-row.tsx';
import { BoardStatusBar } from './board-status-bar.tsx';
import { rowName, spanText, timeText } from './board-text.ts';
import styles from './day-board.module.css';
import type { DropCheck } from './drop-check.ts';
import { type Arrow, useCursor } from './use-cursor.ts';
import { stopUnder, useDrag } from './use-drag.ts';
import type { useDrop } from './use-drop.ts';
import { isMovable } from './use-lift.ts';
import { STEP, useMoves } from './use-moves.ts';
import { useVisibleRows } from './use-visible-rows.ts';

/** From this many rows on they are lower. */
const MANY = 30;
/** px */
const ROW = { normal: 50, low: 38 };

interface BoardProps {
  readonly board: DayBoard;
  /** The tray first. */
  readonly rows: readonly Row[];
  /** Jobs that have just changed. */
  readonly changed: ReadonlySet<string>;
  readonly now: Date;
  readonly mayChange: boolean;
  readonly drop: ReturnType<typeof useDrop>;
  /** What is proposed for this day; null if nothing is. */
  readonly proposal: Proposal | null;
  /** Whether the rows stand under headings by region. */
  readonly isGrouped: boolean;
  readonly zoom: Zoom;
}

/** Rows of cleaners and the hours of a day. Visits are moved with a mouse, a finger or the keyboard. */
export function Board(props: BoardProps) {
  const { board, rows, changed, now, mayChange, drop, proposal, isGrouped, zoom } = props;
  const { day } = board;
  const hours = useMemo(() => shownHours(board), [board]);
  const scroller = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const navigate = useNavigate();
  const minuteNow = Math.floor((now.getTime() - instantOf(day).getTime()) / 60_000);
  const isNowShown = businessDay(now) === day && hours.start <= minuteNow && minuteNow < hours.end;
  const cursor = useCursor(rows, hours, scroller);
  const moves = useMoves({ board, rows, hours, past: Math.max(minuteNow, 0), cursor, drop });
  const { lift, shown } = moves;
  const isOn = mayChange && drop.saving === null;
  const bookAt = (start: number, rowID: string) => {
    const query = new URLSearchParams({
      at: `${day}T${clockOf(start)}${board.opening.startTime.slice(16)}`,
      ...(rowID !== TRAY && { cleanerID: rowID }),
    });
    void navigate(`/admin/jobs/new?${query}`);
  };
  const minuteAt = (x: number) => {
    const box = ruler.current?.getBoundingClientRect();
    if (box === undefined) return hours.start;
    return hours.start + ((x - box.left) / box.width) * (hours.end - hours.start);
  };
  const onBook = ({ start }: Span, rowID: string) => bookAt(start, rowID);
  const drag = useDrag({ isOn, hours, scroller, moves, minuteAt, onBook });
  const { stop } = cursor;
  const part = stop?.part;
  const book =
    stop?.kind === 'free'
      ? () => bookAt(Math.max(stop.start, Math.floor(cursor.minute / STEP) * STEP), cursor.rowID)
      : undefined;
  const newJob = book ?? (() => void navigate('/admin/jobs/new'));
  const ghost = stop?.kind === 'ghost' ? stop.ghost : null;
  const decide = proposal?.decide;
  const isDeciding = lift === null && ghost !== null && decide !== undefined;
  useShortcut('x', isDeciding ? () => moves.leaveGhostOut(ghost, decide) : undefined);
  const seek = useEffectEvent((jobID: string) => {
    for (const { id, ghosts } of rows) {
      const found = ghosts.find(({ part: { visit } }) => visit.jobID === jobID);
      if (found) return cursor.set(id, found.key, found.start);
    }
  });
  const sought = proposal?.sought ?? null;
  useEffect(() => {
    if (sought !== null) seek(sought.jobID);
  }, [sought]);
  const isFree = isOn && lift === null && part !== undefined && isMovable(part);
  useShortcut('m', isOn && lift === null && part ? () => moves.pickUp(part) : undefined);
  useShortcut('r', isFree ? () => moves.ask({ kind: 'rank', part }) : undefined);
  useShortcut('n', mayChange ? newJob : undefined);
  const enter = () => {
    if (lift !== null) moves.dropHere();
    else if (isDeciding) moves.acceptGhost(ghost, decide);
    else if (part) void navigate(`/admin/jobs/${part.visit.jobID}/view`);
    else if (mayChange) book?.();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS.get(event.key);
    if (arrow === undefined && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    // A key that is held, or pressed twice, drops once and opens nothing.
    if (event.key === 'Enter' && (event.repeat || drop.saving !== null)) return;
    if (event.key === 'Enter') enter();
    else if (event.key === 'Escape') moves.putBack();
    else if (arrow && lift !== null) moves.step(arrow);
    else if (arrow) {
      moves.closeRefusal();
      cursor.go(arrow);
    }
  };
  const rowProps = (row: Row) => ({
    row,
    day,
    hours,
    now,
    nowAt: isNowShown ? minuteNow : null,
    changed: row.parts.some(({ visit }) => changed.has(visit.jobID)) ? changed : NOTHING_CHANGED,
    active: cursor.rowID === row.id ? cursor.key : null,
    shadow: shadowIn(row, shown, shown?.check ?? null),
    lifted: shown && row.parts.some(({ key }) => key === shown.part.key) ? shown.part.key : null,
    marked: drag.marked?.rowID === row.id ? drag.marked : null,
  });
  const [tray, ...others] = rows;
  const height = others.length > MANY ? ROW.low : ROW.normal;
  const lines = useMemo(() => linesOf(rows, isGrouped), [rows, isGrouped]);
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: positioned by CSS; keys and clicks are those of its cells */}
      <div
        ref={scroller}
        role="grid"
        aria-label={t('Day board')}
        aria-rowcount={lines.length + 2}
        className={styles.board}
        data-low={height === ROW.low || undefined}
        data-lifting={lift !== null || undefined}
        style={boardVars({ height, hours, lanes: tray?.lanes ?? 1, zoom })}
        onKeyDown={onKeyDown}
        onPointerDown={drag.onPointerDown}
        onFocus={({ target }) => {
          const at = stopUnder(target);
          if (at === null || at.key === cursor.key) return;
          moves.closeRefusal();
          cursor.adopt(at.rowID, at.key);
        }}
        onClick={({ target, clientX }) => {
          const at = stopUnder(target);
          if (at === null) return;
          if (at.key !== cursor.key) moves.closeRefusal();
          cursor.set(at.rowID, at.key, minuteAt(clientX));
        }}
      >
        <div className={styles.sheet}>
          <Ruler ref={ruler} hours={hours} nowAt={isNowShown ? minuteNow : null} />
          {tray && <BoardRow index={2} {...rowProps(tray)} />}
          <BoardLines scroller={scroller} lines={lines} height={height} kept={[cursor.rowID, lift?.rowID]}>
            {(line, index) =>
              typeof line === 'string' ? (
                <GroupHead key={line} name={line} index={index + 3} top={index * height} />
              ) : (
                <BoardRow key={line.id} index={index + 3} top={index * height} {...rowProps(line)} />
              )
            }
          </BoardLines>
        </div>
      </div>
      {lift?.by === 'pointer' && (
        <div ref={drag.ghost} className={styles.ghost} aria-hidden="true">
          <HeldBlock part={lift.part} now={now} />
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Esc ends the question in it */}
      <div className="k-fixed" onKeyDown={({ key }) => key === 'Escape' && moves.putBack()}>
        <BoardStatusBar
          {...{ day, moves, stop, now, mayChange, decide, book }}
          rowName={nameOfRow(moves.rowAt(cursor.rowID))}
          cleaner={cursor.rowID === EXTRA ? null : (moves.rowAt(cursor.rowID)?.cleaner ?? null)}
          isSaving={drop.saving !== null}
        />
      </div>
      <p className="k-hidden" role="status">
        {moves.spoken}
      </p>
    </>
  );
}

/** A cleaner’s row, or the heading of a group. */
type Line = Row | string;

/** Below the tray, each row in one line. */
function linesOf([, ...rows]: readonly Row[], isGrouped: boolean): Line[] {
  if (!isGrouped) return rows;
  const groups = Map.groupBy(rows, regionOf);
  return [...groups].flatMap(([region, members]): Line[] => [region, ...members]);
}

interface BoardLinesProps {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly lines: readonly Line[];
  readonly height: number;
  /** Rows that are rendered although they are out of sight, because they have the focus. */
  readonly kept: readonly (string | undefined)[];
  readonly children: (line: Line, index: number) => ReactNode;
}

/** The lines in sight. */
function BoardLines({ scroller, lines, height, kept, children }: BoardLinesProps) {
  const visible = useVisibleRows(scroller, { count: lines.length, height });
  return (
    <div role="presentation" className={styles.rows} style={{ height: lines.length * height }}>
      {lines.map((line, index) => {
        const isInSight = visible.first <= index && index < visible.end;
        return isInSight || (typeof line !== 'string' && kept.includes(line.id))
          ? children(line, index)
          : null;
      })}
    </div>
  );
}

interface GroupHeadProps {
  readonly name: string;
  readonly index: number;
  /** px from the top of the rows. */
  readonly top: number;
}

/** The heading of a group of rows. */
function GroupHead({ name, index, top }: GroupHeadProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: positioned by CSS
    <div
      role="row"
      aria-rowindex={index}
      className={styles.row}
      data-group
      style={{ transform: `translateY(${top}px)` }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: positioned by CSS */}
      <div role="rowheader" className={styles.name}>
        <b>{name}</b>
      </div>
    </div>
  );
}

interface RulerProps {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly hours: Span;
  /** The current minute, if it is shown. */
  readonly nowAt: number | null;
}

/** The heading: the hours, and the current time. */
function Ruler({ ref, hours, nowAt }: RulerProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: nothing to focus
    <div role="row" aria-rowindex={1} className={styles.head}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: nothing to focus */}
      <div role="columnheader" className={styles.nameHead}>
        <span>{t('Cleaner')}</span>
        <span>{t('Hours')}</span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: nothing to focus */}
      <div role="columnheader" className={styles.ruler} ref={ref} aria-label={spanText(hours)}>
        <HourHeadings hours={hours} />
        {nowAt !== null && (
          <b className={styles.nowBadge} style={trackPosition({ start: nowAt, end: nowAt }, hours)}>
            {timeText(nowAt).replace(/ .m$/, '')}
          </b>
        )}
      </div>
    </div>
  );
}

/** The least width of an hour, in px; with the first one a day usually fits a desktop. */
export const ZOOMS = { fit: 62, wide: 120, widest: 200 } as const;
export type Zoom = keyof typeof ZOOMS;

interface BoardSize {
  /** Of a row, in px. */
  readonly height: number;
  readonly hours: Span;
  /** Of the tray. */
  readonly lanes: number;
  readonly zoom: Zoom;
}

function boardVars({ height, hours, lanes, zoom }: BoardSize) {
  return {
    '--row': `${height}px`,
    '--tray': lanes > MAX_STICKY_LANES ? 0 : lanes,
    '--hours': (hours.end - hours.start) / 60,
    '--hour': `${ZOOMS[zoom]}px`,
  } as object;
}

function nameOfRow(row: Row | undefined): string {
  return row === undefined ? '' : rowName(row);
}

/** How far a key goes. */
const ARROWS: ReadonlyMap<string, Arrow> = new Map([
  ['ArrowLeft', { rows: 0, stops: -1 }],
  ['ArrowRight', { rows: 0, stops: 1 }],
  ['ArrowUp', { rows: -1, stops: 0 }],
  ['ArrowDown', { rows: 1, stops: 0 }],
  ['PageUp', { rows: -10, stops: 0 }],
  ['PageDown', { rows: 10, stops: 0 }],
  ['Home', { rows: -Infinity, stops: 0 }],
  ['End', { rows: Infinity, stops: 0 }],
]);

const NOTHING_CHANGED: ReadonlySet<string> = new Set();
function shadowIn(row: Row, lift: Target | null, check: DropCheck | null): Shadow | null {
  if (lift === null || check === null || lift.rowID !== row.id) return null;
  return { start: lift.start, end: lift.start + lift.part.end - lift.part.start, check };
}

function HourHeadings({ hours: { start, end } }: { readonly hours: Span }) {
  const shown = Array.from({ length: (end - start) / 60 }, (_, index) => start / 60 + index);
  return shown.map((hour, index) => (
    <span key={hour} style={trackPosition({ start: hour * 60, end: hour * 60 }, { start, end })}>
      {index === 0 || hour === 12 ? timeText(hour * 60).replace(':00', '') : ((hour + 11) % 12) + 1}
    </span>
  ));
}

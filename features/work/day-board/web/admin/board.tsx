import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { businessDay, instantOf } from '#platform/web/business-time.ts';
import { ToastOutlet } from '#platform/web/design/parts/toast.tsx';
import { useShortcut } from '#platform/web/shortcuts.ts';
import type { DayBoard } from '../../contract.ts';
import type { Span } from '../../rules/load.ts';
import {
  clockOf,
  minuteOn,
  type Part,
  type Row,
  type Stop,
  shownHours,
  type Target,
  TRAY,
} from '../../rules/rows.ts';
import { BoardRow, Ghost, placeOf, type Shadow } from './board-row.tsx';
import { rowName, spanText, timeText } from './board-text.ts';
import styles from './day-board.module.css';
import { type Fit, fitOf } from './fit.ts';
import { followPointer, type Point } from './follow-pointer.ts';
import { type Asked, Strip } from './strip.tsx';
import { useAnswers } from './use-answers.ts';
import { type Arrow, useCursor } from './use-cursor.ts';
import type { useDrop } from './use-drop.ts';
import { isMovable, useLift } from './use-lift.ts';
import { useVisibleRows } from './use-visible-rows.ts';

/** Visits start on the half hour. */
const STEP = 30;
/** From this many rows on they are lower. */
const MANY = 30;
/** px */
const ROW = { normal: 50, low: 38 };

interface BoardProps {
  readonly board: DayBoard;
  /** The tray first. */
  readonly rows: readonly Row[];
  readonly changed: ReadonlySet<string>;
  readonly now: Date;
  readonly mayChange: boolean;
  readonly drop: ReturnType<typeof useDrop>;
}

/** Rows of cleaners and the hours of a day. Visits are moved with a mouse, a finger or the keyboard. */
export function Board({ board, rows, changed, now, mayChange, drop }: BoardProps) {
  const { day } = board;
  const hours = useMemo(() => shownHours(board), [board]);
  const scroller = useRef<HTMLDivElement>(null);
  const ruler = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const [tray, ...others] = rows;
  const height = others.length > MANY ? ROW.low : ROW.normal;
  const visible = useVisibleRows(scroller, { count: others.length, height });
  const { lift, setLift } = useLift(board);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [marked, setMarked] = useState<(Span & { readonly rowID: string }) | null>(null);
  const cursor = useCursor(rows, hours, scroller);
  const [spoken, say] = useState('');
  const navigate = useNavigate();

  const rowAt = useCallback((id: string) => rows.find((row) => row.id === id), [rows]);
  const opening = useMemo(
    () => ({
      start: minuteOn(day, board.opening.startTime),
      end: minuteOn(day, board.opening.endTime),
    }),
    [day, board.opening],
  );
  const isToday = businessDay(now) === day;
  const minuteNow = (now.getTime() - instantOf(day).getTime()) / 60_000;
  const answers = useAnswers(lift && { day, part: lift.part, start: lift.start });
  const target = lift && rowAt(lift.rowID);
  const past = Math.max(minuteNow, 0);
  const fit = lift && target ? fitOf({ target: lift, row: target, answers, opening, past }) : null;
  const held =
    lift?.by === 'keyboard' && target && fit
      ? `${rowName(target)}, ${timeText(lift.start)}. ${fit.sentence}`
      : null;
  useEffect(() => {
    if (held !== null) say(held);
  }, [held]);

  /** Saves a drop, or asks for what is missing first. */
  const place = (to: Target, how: Fit) => {
    setLift(null);
    cursor.follow(to);
    const row = rowAt(to.rowID);
    const name = row ? rowName(row) : '';
    if (how.verdict === 'same') return say('Put back.');
    if (how.verdict === 'no') {
      setAsked({ kind: 'refused', target: to, sentence: how.sentence, name });
      return say(`Not moved. ${how.sentence}`);
    }
    if (how.verdict === 'soft') return setAsked({ kind: 'reason', target: to, sentence: how.sentence, name });
    const { part, start, rowID } = to;
    const isSeries = part.visit.seriesID !== null && start !== part.start && rowID === part.member?.id;
    if (isSeries && part.visit.status !== 'pending') return setAsked({ kind: 'series', target: to });
    void drop.save(to);
  };
  const stop = cursor.stop;
  const pickUp = (part: Part) => {
    if (!isMovable(part)) return say('This visit can no longer be moved.');
    setAsked(null);
    const rowID = part.member === null || part.member.isMissing ? TRAY : part.member.id;
    setLift({ part, rowID, start: part.start, by: 'keyboard' });
  };
  const bookAt = ({ start }: Span, rowID: string) => {
    const query = new URLSearchParams({
      at: `${day}T${clockOf(start)}${board.opening.startTime.slice(16)}`,
      ...(rowID !== TRAY && { cleanerID: rowID }),
    });
    void navigate(`/admin/jobs/new?${query}`);
  };
  const keys = mayChange && drop.saving === null;
  const part = stop?.part;
  useShortcut('m', keys && part && lift === null ? () => pickUp(part) : undefined);
  useShortcut('r', keys && part && isMovable(part) ? () => setAsked({ kind: 'rank', part }) : undefined);
  const book =
    stop?.kind === 'free' ? () => bookAt(firstHours(stop, cursor.minute), cursor.rowID) : undefined;
  useShortcut('n', mayChange ? (book ?? (() => void navigate('/admin/jobs/new'))) : undefined);

  const step = ({ rows: down, stops: right }: Arrow) => {
    if (lift === null) return;
    const index = others.findIndex(({ id }) => id === lift.rowID) + down;
    const row = down === 0 ? target : others[Math.min(Math.max(index, 0), others.length - 1)];
    if (!row) return;
    setLift({ ...lift, rowID: row.id, start: within(lift.start + right * STEP, lift.part, hours) });
    cursor.reveal(row.id);
  };
  const enter = () => {
    if (lift !== null) fit && place(lift, fit);
    else if (part) void navigate(`/admin/jobs/${part.visit.jobID}/view`);
    else if (mayChange) book?.();
  };
  const cancel = () => {
    setAsked(null);
    if (lift === null) return;
    setLift(null);
    say('Put back.');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = ARROWS.get(event.key);
    if (arrow === undefined && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Enter') enter();
    else if (event.key === 'Escape') cancel();
    else if (arrow && lift !== null) step(arrow);
    else if (arrow) cursor.go(arrow);
  };

  const minuteAt = (x: number) => {
    const box = ruler.current?.getBoundingClientRect();
    if (box === undefined) return hours.start;
    return hours.start + ((x - box.left) / box.width) * (hours.end - hours.start);
  };
  // The handlers of a drag outlive the render in which it began.
  const latest = useRef({ lift, place, rowAt, answers, opening, past });
  useEffect(() => {
    latest.current = { lift, place, rowAt, answers, opening, past };
  });
  const dragPart = (event: PointerEvent, pressed: Part, rowID: string) => {
    if (scroller.current === null) return;
    const grip = minuteAt(event.clientX) - pressed.start;
    let to: Target = { part: pressed, rowID, start: pressed.start };
    followPointer(
      event,
      {
        start: () => {
          isDragging.current = true;
          setAsked(null);
          setLift({ ...to, by: 'pointer' });
        },
        move: (point) => {
          moveGhost(ghost.current, point);
          const start = within(Math.round((minuteAt(point.x) - grip) / STEP) * STEP, pressed, hours);
          const next = { part: pressed, rowID: rowUnder(point) ?? to.rowID, start };
          if (next.rowID === to.rowID && next.start === to.start) return;
          to = next;
          setLift((now) => now && { ...to, by: 'pointer' });
        },
        end: (dropped) => {
          isDragging.current = false;
          // Null if someone else has changed the visit meanwhile.
          const shown = latest.current.lift;
          if (dropped && shown !== null) dropAt(to, shown);
          else setLift(null);
        },
      },
      scroller.current,
    );
  };
  const dropAt = (to: Target, shown: Target) => {
    const { rowAt: find, answers: known, ...rest } = latest.current;
    const row = find(to.rowID);
    // The answers are for the start that was shown last.
    const current = shown.start === to.start ? known : undefined;
    if (row) latest.current.place(to, fitOf({ target: to, row, answers: current, ...rest }));
  };
  const dragTime = (event: PointerEvent, rowID: string) => {
    if (scroller.current === null) return;
    const from = Math.floor(minuteAt(event.clientX) / STEP) * STEP;
    let span = { rowID, start: from, end: from + STEP };
    followPointer(
      event,
      {
        start: () => setMarked(span),
        move: ({ x }) => {
          const to = Math.min(Math.max(Math.ceil(minuteAt(x) / STEP) * STEP, hours.start), hours.end);
          span = { rowID, start: Math.min(from, to - STEP), end: Math.max(from + STEP, to) };
          setMarked(span);
        },
        end: (dropped) => {
          setMarked(null);
          if (dropped) bookAt(span, rowID);
        },
      },
      scroller.current,
    );
  };
  const isDragging = useRef(false);
  useEffect(() => {
    const element = scroller.current;
    // Otherwise the browser scrolls under a finger that holds a visit.
    const stay = (event: TouchEvent) => isDragging.current && event.preventDefault();
    element?.addEventListener('touchmove', stay, { passive: false });
    return () => element?.removeEventListener('touchmove', stay);
  }, []);

  const onPointerDown = ({ nativeEvent: event }: { readonly nativeEvent: PointerEvent }) => {
    if (!keys || event.button !== 0 || !(event.target instanceof Element)) return;
    const rowID = event.target.closest<HTMLElement>('[data-row]')?.dataset.row;
    const key = event.target.closest<HTMLElement>('[data-stop]')?.dataset.stop;
    const row = rowID === undefined ? undefined : rowAt(rowID);
    if (row === undefined || event.target.closest('[data-track]') === null) return;
    const pressed = row.parts.find((each) => each.key === key);
    if (pressed === undefined) {
      if (row.cleaner !== null && event.pointerType === 'mouse') dragTime(event, row.id);
    } else if (isMovable(pressed)) dragPart(event, pressed, row.id);
  };
  const onFocus = ({ target: focused }: { readonly target: EventTarget }) => {
    const at = stopUnder(focused);
    if (at) cursor.adopt(at.rowID, at.key);
  };
  const onClick = (event: { readonly target: EventTarget; readonly clientX: number }) => {
    const at = stopUnder(event.target);
    if (at) cursor.set(at.rowID, at.key, minuteAt(event.clientX));
  };

  const drawn = others.flatMap((row, index) => {
    const isNear = visible.first <= index && index < visible.end;
    return isNear || row.id === cursor.rowID || row.id === lift?.rowID ? [{ row, index }] : [];
  });
  const rowProps = (row: Row) => ({
    row,
    hours,
    now,
    changed: row.parts.some(({ visit }) => changed.has(visit.jobID)) ? changed : NOTHING_CHANGED,
    active: cursor.rowID === row.id ? cursor.key : null,
    shadow: shadowIn(row, lift, fit),
    lifted: lift && row.parts.some(({ key }) => key === lift.part.key) ? lift.part.key : null,
    marked: marked?.rowID === row.id ? marked : null,
  });
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: positioned by CSS; keys and clicks are those of its cells */}
      <div
        ref={scroller}
        role="grid"
        aria-label="Day board"
        aria-rowcount={rows.length + 1}
        className={styles.board}
        data-low={height === ROW.low || undefined}
        data-lifting={lift !== null || undefined}
        style={
          {
            '--row': `${height}px`,
            '--tray': tray?.lanes ?? 1,
            '--hours': (hours.end - hours.start) / 60,
          } as object
        }
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onClick={onClick}
        onFocus={onFocus}
      >
        <div className={styles.sheet}>
          {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: nothing to focus */}
          <div role="row" aria-rowindex={1} className={styles.head}>
            {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: nothing to focus */}
            <div role="columnheader" className={styles.nameHead}>
              <span>Cleaner</span>
              <span>Hours</span>
            </div>
            {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: nothing to focus */}
            <div role="columnheader" className={styles.ruler} ref={ruler} aria-label={spanText(hours)}>
              <Hours hours={hours} />
              {isToday && minuteNow >= hours.start && minuteNow < hours.end && (
                <b className={styles.nowBadge} style={placeOf({ start: minuteNow, end: minuteNow }, hours)}>
                  {timeText(Math.floor(minuteNow)).replace(/ .m$/, '')}
                </b>
              )}
            </div>
          </div>
          {tray && <BoardRow index={2} {...rowProps(tray)} />}
          <div role="presentation" className={styles.rows} style={{ height: others.length * height }}>
            {drawn.map(({ row, index }) => (
              <BoardRow key={row.id} index={index + 3} top={index * height} {...rowProps(row)} />
            ))}
          </div>
          {isToday && minuteNow >= hours.start && minuteNow < hours.end && (
            <div className={styles.nowLine} aria-hidden="true">
              <i style={placeOf({ start: minuteNow, end: minuteNow }, hours)} />
            </div>
          )}
        </div>
      </div>
      {lift?.by === 'pointer' && (
        <div ref={ghost} className={styles.ghost} aria-hidden="true">
          <Ghost part={lift.part} now={now} />
        </div>
      )}
      <div className={styles.foot}>
        <ToastOutlet className={styles.toasts} />
        <Strip
          day={day}
          lift={lift?.by === 'keyboard' ? lift : null}
          fit={fit}
          targetName={target ? rowName(target) : ''}
          asked={asked}
          stop={stop}
          rowName={rowName(rowAt(cursor.rowID) ?? ({ cleaner: null } as Row))}
          now={now}
          mayChange={mayChange}
          isSaving={drop.saving !== null}
          actions={{
            close: () => setAsked(null),
            pickUp,
            rank: (ranked) => setAsked({ kind: 'rank', part: ranked }),
            book,
            dropHere: () => lift && fit && place(lift, fit),
            putBack: () => setLift(null),
            save: (to, reason) => {
              setAsked(null);
              cursor.follow(to);
              void drop.save(to, reason);
            },
            saveFollowing: (to) => {
              setAsked(null);
              void drop.saveFollowing(to);
            },
          }}
        />
      </div>
      <p className="k-hidden" role="status">
        {spoken}
      </p>
    </>
  );
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
/** Hours proposed for a new job in free time, if there are so many. */
const USUAL_HOURS = 4;

/** The first free hours from a minute on. */
function firstHours({ start, end }: Stop, minute: number): Span {
  const from = Math.max(start, Math.floor(minute / STEP) * STEP);
  return { start: from, end: Math.min(end, from + USUAL_HOURS * 60) };
}

/** A start at which a visit is within the hours shown. */
function within(start: number, { start: from, end }: Span, hours: Span): number {
  return Math.min(Math.max(start, hours.start), hours.end - (end - from));
}

function shadowIn(row: Row, lift: Target | null, fit: Fit | null): Shadow | null {
  if (lift === null || fit === null || lift.rowID !== row.id) return null;
  return { start: lift.start, end: lift.start + lift.part.end - lift.part.start, fit };
}

function stopUnder(element: EventTarget): { readonly rowID: string; readonly key: string } | null {
  if (!(element instanceof Element)) return null;
  const key = element.closest<HTMLElement>('[data-stop]')?.dataset.stop;
  const rowID = element.closest<HTMLElement>('[data-row]')?.dataset.row;
  return key === undefined || rowID === undefined ? null : { rowID, key };
}

function rowUnder({ x, y }: Point): string | undefined {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-row]')?.dataset.row;
}

function moveGhost(ghost: HTMLElement | null, { x, y }: Point): void {
  if (ghost) ghost.style.transform = `translate(${x - 24}px, ${y - 72}px) rotate(-1.2deg)`;
}

function Hours({ hours: { start, end } }: { readonly hours: Span }) {
  const shown = Array.from({ length: (end - start) / 60 }, (_, index) => start / 60 + index);
  return shown.map((hour, index) => (
    <span key={hour} style={placeOf({ start: hour * 60, end: hour * 60 }, { start, end })}>
      {index === 0 || hour === 12 ? timeText(hour * 60).replace(':00', '') : ((hour + 11) % 12) + 1}
    </span>
  ));
}

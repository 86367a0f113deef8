import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Span } from '../../rules/load.ts';
import { EXTRA } from '../../rules/proposal.ts';
import type { Part, Row, Target } from '../../rules/rows.ts';
import { isMovable } from './use-lift.ts';
import { STEP, startWithin, type useMoves } from './use-moves.ts';

interface DragOptions {
  readonly isOn: boolean;
  readonly hours: Span;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly moves: ReturnType<typeof useMoves>;
  /** The minute of the day at a position on the screen. */
  minuteAt(x: number): number;
  onBook(span: Span, rowID: string): void;
}

/** Drags visits, and time for a new job, with a mouse, a pen or a finger. */
export function useDrag({ isOn, hours, scroller, moves, minuteAt, onBook }: DragOptions) {
  const ghost = useRef<HTMLDivElement>(null);
  const isHeld = useRef(false);
  const [marked, setMarked] = useState<(Span & { readonly rowID: string }) | null>(null);
  // A drag outlives the render in which it began.
  const latest = useRef(moves);
  useEffect(() => {
    latest.current = moves;
  });
  useEffect(() => {
    const element = scroller.current;
    // Otherwise the browser scrolls under a finger that holds a visit.
    const stay = (event: TouchEvent) => isHeld.current && event.preventDefault();
    element?.addEventListener('touchmove', stay, { passive: false });
    return () => element?.removeEventListener('touchmove', stay);
  }, [scroller]);

  const dragPart = (event: PointerEvent, part: Part, rowID: string) => {
    if (scroller.current === null) return;
    const grip = minuteAt(event.clientX) - part.start;
    let to: Target = { part, rowID, start: part.start };
    followPointer(
      event,
      {
        start: () => {
          isHeld.current = true;
          latest.current.hold(to);
        },
        move: (point) => {
          moveGhost(ghost.current, point);
          const start = startWithin(Math.round((minuteAt(point.x) - grip) / STEP) * STEP, part, hours);
          const next = { part, rowID: rowUnder(point) ?? to.rowID, start };
          if (next.rowID === to.rowID && next.start === to.start) return;
          to = next;
          // Without a lift, someone else has changed the visit meanwhile.
          if (latest.current.lift !== null) latest.current.hold(to);
        },
        end: (dropped) => {
          isHeld.current = false;
          if (dropped) latest.current.dropAt(to);
          else latest.current.putBack();
        },
      },
      scroller.current,
    );
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
          if (to === span.start || to === span.end) return;
          span = { rowID, start: Math.min(from, to - STEP), end: Math.max(from + STEP, to) };
          setMarked(span);
        },
        end: (dropped) => {
          setMarked(null);
          if (dropped) onBook(span, rowID);
        },
      },
      scroller.current,
    );
  };
  const onPointerDown = ({ nativeEvent: event }: { readonly nativeEvent: PointerEvent }) => {
    if (!isOn || event.button !== 0 || !(event.target instanceof Element)) return;
    const row = pressedRow(event.target, moves.rowAt);
    if (row === undefined) return;
    const key = stopUnder(event.target)?.key;
    // A ghost is only pressed.
    if (row.id === EXTRA || row.ghosts.some((ghost) => ghost.key === key)) return;
    const part = row.parts.find((each) => each.key === key);
    if (part !== undefined && isMovable(part)) dragPart(event, part, row.id);
    if (part === undefined && row.cleaner !== null && event.pointerType === 'mouse') dragTime(event, row.id);
  };
  return { ghost, marked, onPointerDown };
}

/** The row whose hours were pressed, not its name. */
function pressedRow(target: Element, rowAt: (id: string) => Row | undefined): Row | undefined {
  const id = target.closest('[data-track]')?.closest<HTMLElement>('[data-row]')?.dataset.row;
  return id === undefined ? undefined : rowAt(id);
}

/** The stop that contains an element. */
export function stopUnder(
  element: EventTarget | null,
): { readonly rowID: string; readonly key: string } | null {
  if (!(element instanceof Element)) return null;
  const key = element.closest<HTMLElement>('[data-stop]')?.dataset.stop;
  const rowID = element.closest<HTMLElement>('[data-row]')?.dataset.row;
  return key === undefined || rowID === undefined ? null : { rowID, key };
}

function rowUnder({ x, y }: Point): string | undefined {
  return document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-row]')?.dataset.row;
}

/** Above the pointer, so that the sentence in the row stays readable. */
function moveGhost(ghost: HTMLElement | null, { x, y }: Point): void {
  if (ghost) ghost.style.transform = `translate(${x - 24}px, ${y - 72}px) rotate(-1.2deg)`;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Drag {
  start(): void;
  /** At most once a frame, also while the board scrolls under the pointer. */
  move(point: Point): void;
  /** `dropped` is false if it was cancelled. */
  end(dropped: boolean): void;
}

/** A mouse must move this far before it drags, px. */
const SLACK = 4;
/** A finger must rest this long, so that a swipe scrolls, ms. */
const HOLD = 400;
/** A finger that moves this far before then scrolls, px. */
const TOUCH_SLACK = 10;
/** Near an edge the board scrolls: the distance, and the steps per frame, px. */
const EDGE = 44;
const SCROLL_STEP = 10;

/** Follows a pressed pointer until it is released. Esc, or a scroll by the browser, cancels. */
function followPointer(pressed: PointerEvent, drag: Drag, scroller: HTMLElement): void {
  const isTouch = pressed.pointerType === 'touch';
  const listening = new AbortController();
  const from: Point = { x: pressed.clientX, y: pressed.clientY };
  let point = from;
  let hasBegun = false;
  let frame = 0;
  const begin = () => {
    hasBegun = true;
    drag.start();
    frame = requestAnimationFrame(step);
  };
  const step = () => {
    scrollAtEdges(scroller, point);
    drag.move(point);
    frame = requestAnimationFrame(step);
  };
  const timer = isTouch ? setTimeout(begin, HOLD) : undefined;
  const finish = (dropped: boolean) => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    listening.abort();
    if (!hasBegun) return;
    if (dropped) drag.move(point);
    drag.end(dropped);
  };
  const moved = (event: PointerEvent) => {
    if (event.pointerId !== pressed.pointerId) return;
    point = { x: event.clientX, y: event.clientY };
    if (hasBegun) return;
    const distance = Math.hypot(point.x - from.x, point.y - from.y);
    if (isTouch && distance > TOUCH_SLACK) finish(false);
    if (!isTouch && distance > SLACK) begin();
  };
  const cancelled = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !hasBegun) return;
    event.stopPropagation();
    finish(false);
  };
  const released = (event: PointerEvent) => {
    if (event.pointerId === pressed.pointerId) finish(event.type === 'pointerup');
  };
  const { signal } = listening;
  window.addEventListener('pointermove', moved, { signal });
  window.addEventListener('pointerup', released, { signal });
  window.addEventListener('pointercancel', released, { signal });
  window.addEventListener('keydown', cancelled, { signal, capture: true });
  // A long press opens a menu on touch screens.
  if (isTouch) window.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
}

function scrollAtEdges(scroller: HTMLElement, { x, y }: Point): void {
  const box = scroller.getBoundingClientRect();
  const step = (at: number, start: number, end: number) => {
    if (at > end - EDGE) return SCROLL_STEP;
    return at < start + EDGE ? -SCROLL_STEP : 0;
  };
  scroller.scrollBy(step(x, box.left, box.right), step(y, box.top, box.bottom));
}

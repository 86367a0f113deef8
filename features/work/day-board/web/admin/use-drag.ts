import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Span } from '../../rules/load.ts';
import { EXTRA } from '../../rules/proposal.ts';
import type { Part, Row, Target } from '../../rules/rows.ts';
import { followPointer, type Point } from './follow-pointer.ts';
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

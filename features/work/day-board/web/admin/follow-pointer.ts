export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Drag {
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
export function followPointer(pressed: PointerEvent, drag: Drag, scroller: HTMLElement): void {
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

import { type RefObject, startTransition, useEffect, useState } from 'react';

/** Rows rendered above and below those in sight. */
const SPARE = 6;
/** The range moves in steps, so that scrolling renders rarely. */
const STEP = 2;

interface Range {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

/** The rows of equal height that are in sight of a scrolling element, and some more. */
export function useVisibleRows(
  scroller: RefObject<HTMLElement | null>,
  { count, height }: { readonly count: number; readonly height: number },
): Range {
  const [range, setRange] = useState<Range>({ first: 0, end: 24 });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = () => {
      const first = Math.floor(element.scrollTop / height / STEP) * STEP - SPARE;
      const end = first + Math.ceil(element.clientHeight / height / STEP) * STEP + 2 * SPARE + STEP;
      // Rows that come into sight are rendered piece by piece, between the frames of the scroll.
      startTransition(() =>
        setRange((now) => (now.first === first && now.end === end ? now : { first, end })),
      );
    };
    look();
    const resized = new ResizeObserver(look);
    resized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      resized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, height]);
  return { first: Math.max(range.first, 0), end: Math.min(range.end, count) };
}

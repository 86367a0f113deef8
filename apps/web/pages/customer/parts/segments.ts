export const SEGMENTS = ['upcoming', 'past', 'cancelled'] as const;

/** The tab of the list. */
export type Segment = (typeof SEGMENTS)[number];

export function isSegment(value: string | null): value is Segment {
  return SEGMENTS.some((segment) => segment === value);
}

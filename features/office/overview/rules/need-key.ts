import type { NeedKind } from './urgency.ts';

interface Row {
  readonly kind: NeedKind;
  readonly id: string;
  readonly cleaner?: { readonly id: string };
}

/** Identifies a row of the overview. Several cleaners of one visit may have work that was not saved. */
export function keyOfNeed({ kind, id, cleaner }: Row): string {
  return kind === 'lost-work' ? `${kind} ${id} ${cleaner?.id}` : `${kind} ${id}`;
}

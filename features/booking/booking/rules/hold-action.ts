import { isHeld } from '#features/work/jobs/rules/holds.ts';
import { goesAhead } from '#features/work/jobs/rules/status.ts';

/** The time and notes of a booking: a held visit takes another time or other notes without a new hold. */
interface TimeAndNotes {
  /** Milliseconds since 1970; null: any. */
  readonly start: number | null;
  readonly contactDetails: string;
  readonly specialRequests: string;
}

/** What a customer wants to book. */
export interface WantedBooking extends TimeAndNotes {
  /** Everything but time and notes, comparable as text. */
  readonly request: string;
  /** Many visits are held together: none of them is changed alone. */
  readonly recurs: boolean;
}

/** What is held for them. */
export interface HeldBooking extends TimeAndNotes {
  readonly id: string;
  readonly status: string;
  readonly holdExpiresAt: number | null;
  /** For which request it was made; null if unknown. */
  readonly request: string | null;
}

export type ChangedPart = keyof TimeAndNotes;

export type HoldAction =
  /** The held booking is the wanted one, or is already agreed. */
  | { readonly kind: 'keep' }
  /** It differs in these parts only. */
  | { readonly kind: 'update'; readonly parts: readonly ChangedPart[] }
  /** A new hold that replaces a live one. */
  | { readonly kind: 'book'; readonly replaces: string | null };

/**
 * How to hold what a customer wants: a booking has one hold, so a live hold is kept, changed or replaced, and never left
 * beside a second one.
 *
 * @param now milliseconds since 1970
 */
export function holdAction(wanted: WantedBooking, held: HeldBooking | null, now: number): HoldAction {
  if (held === null) return { kind: 'book', replaces: null };
  if (goesAhead(held.status)) return { kind: 'keep' };
  if (!isHeld({ ...held, isBeingPaid: false }, now)) return { kind: 'book', replaces: null };
  if (held.request !== wanted.request) return { kind: 'book', replaces: held.id };
  const parts = wanted.recurs ? [] : changedParts(wanted, held);
  return parts.length === 0 ? { kind: 'keep' } : { kind: 'update', parts };
}

function changedParts(wanted: TimeAndNotes, held: TimeAndNotes): ChangedPart[] {
  const parts: ChangedPart[] = [];
  if (wanted.start !== null && wanted.start !== held.start) parts.push('start');
  if (wanted.contactDetails.trim() !== held.contactDetails) parts.push('contactDetails');
  if (wanted.specialRequests.trim() !== held.specialRequests) parts.push('specialRequests');
  return parts;
}

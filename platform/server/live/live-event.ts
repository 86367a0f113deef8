import type { Actor } from '../../kernel/actor.ts';
import { defineAction, may, OFFICE } from '../../kernel/policy.ts';

/** A record that has changed, and the people it belongs to: a row of `live_event`. */
export interface LiveEvent {
  readonly id: number;
  /** The kind of record, such as `job`. `schedule` is the time of a cleaner. */
  readonly topic: string;
  readonly recordID: string | null;
  readonly customerID: string | null;
  readonly cleanerIDs: readonly string[];
}

/** What a client learns of an event: which records to read again. */
export interface ShownEvent {
  readonly topic: string;
  /** Absent when the record belongs to somebody else. */
  readonly id?: string | null;
}

const seeChange = defineAction('see that a record has changed', {
  admin: 'any',
  customer: 'customer',
  cleaner: 'crew',
});

/** Of the office's own records about a person, who must not learn that they have changed. */
const OFFICE_TOPICS = new Set(['customer-note', 'payment-problem', 'message']);

const seeChangeOfOffice = defineAction('see that a record of the office has changed', OFFICE);

/** The part of an event that a person may see; null for none. Everyone may see that free times have changed. */
export function shownTo(actor: Actor, event: LiveEvent): ShownEvent | null {
  const { topic, recordID, customerID, cleanerIDs } = event;
  if (OFFICE_TOPICS.has(topic) && !may(actor, seeChangeOfOffice)) return null;
  if (may(actor, seeChange, { customer: customerID, crew: cleanerIDs })) return { topic, id: recordID };
  return topic === 'schedule' ? { topic } : null;
}

/** The processing states of a contact request. */
export const REQUEST_STATES = ['new', 'answering', 'answered', 'closed'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** A reply marks the request as answered, unless it is closed: a late reply does not reopen it. */
export function stateAfterReply(state: RequestState): RequestState {
  return state === 'closed' ? 'closed' : 'answered';
}

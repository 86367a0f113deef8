/** How far the office is with a contact request. */
export const REQUEST_STATES = ['new', 'answering', 'answered', 'closed'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** Whoever was replied to is answered; a closed request stays closed, an afterthought does not open it again. */
export function stateAfterReply(state: RequestState): RequestState {
  return state === 'closed' ? 'closed' : 'answered';
}

export const APPLICATION_STATES = ['new', 'invited', 'hired', 'declined'] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];

import type { Role } from '../../kernel/actor.ts';

export interface SessionLife {
  readonly idle: Temporal.Duration;
  readonly most: Temporal.Duration;
}

const HALF_DAY = Temporal.Duration.from({ hours: 12 });
const SHORT: SessionLife = { idle: HALF_DAY, most: Temporal.Duration.from({ hours: 24 }) };
const LONG: SessionLife = {
  idle: Temporal.Duration.from({ hours: 14 * 24 }),
  most: Temporal.Duration.from({ hours: 30 * 24 }),
};
const OFFICE: SessionLife = {
  idle: Temporal.Duration.from({ minutes: 30 }),
  most: Temporal.Duration.from({ hours: 12 }),
};

/** Session lifetime. Admins never stay signed in. */
export function sessionLife(role: Role, staySignedIn: boolean): SessionLife {
  if (role === 'admin') return OFFICE;
  return staySignedIn ? LONG : SHORT;
}

/** The row's last_seen_at is written at most this often, so that reads do not become writes. */
export const SEEN_STEP = Temporal.Duration.from({ seconds: 60 });

import { sweepIdempotencyKeys } from './idempotency.ts';
import { sweepThrottles } from './throttle.ts';
import type { Sweeps } from './worker.ts';

/** The platform's own regular work; the features' sweeps come beside it. */
export const platformSweeps: Sweeps = {
  'idempotency-keys': sweepIdempotencyKeys,
  throttles: sweepThrottles,
};

import pino from 'pino';
import { createBreaker, type MakeBreaker } from '../server/providers/breaker.ts';

/** For tests whose subject is not the breaker: any number of failures in a row leaves it closed. */
export const neverOpens: MakeBreaker = (options) =>
  createBreaker({ ...options, failures: Number.POSITIVE_INFINITY, log: pino({ level: 'silent' }) });

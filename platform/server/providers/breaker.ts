import {
  CircuitState,
  ConsecutiveBreaker,
  ConstantBackoff,
  circuitBreaker,
  handleAll,
  handleWhen,
  isBrokenCircuitError,
  retry,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel';
import type { Logger } from 'pino';

export interface BreakerOptions {
  /** As in logs, metrics and the runbook. */
  readonly provider: string;
  /** Of one request. Without it a request that hangs would keep the breaker half open. */
  readonly timeoutMs: number;
  /** Whether an error means that the provider does not respond; any other error is an answer. Default: all do. */
  readonly isDown?: (error: unknown) => boolean;
  /** Further tries while the provider does not respond. Only where repeating a request is harmless. Default: 0. */
  readonly retries?: number;
  readonly log: Logger;
  /** Consecutive failures until it opens, and for how long (ms). */
  readonly failures?: number;
  readonly pauseMs?: number;
}

/** A circuit breaker around the requests to one provider. */
export interface Breaker {
  readonly provider: string;
  /**
   * Requests are refused, or one is sent to see whether the provider responds again. Not if the last request is long ago:
   * then nobody knows.
   */
  readonly isOpen: boolean;
  /** When the first of its latest requests failed; null if the last one succeeded, or there was none. */
  readonly failingSince: Temporal.Instant | null;
  /**
   * Sends a request. The signal aborts when the request takes too long, or has ended.
   * @throws BreakerOpen without sending it while the breaker is open; otherwise what the request throws, or a timeout
   */
  run<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** Makes the breaker of a provider; the process that composes the providers also watches it. */
export type MakeBreaker = (options: Omit<BreakerOptions, 'log'>) => Breaker;

/** Breakers that nothing watches: for a command that ends soon. */
export function makeBreakerWith(log: Logger): MakeBreaker {
  return (options) => createBreaker({ ...options, log });
}

/** The request was not sent. */
export class BreakerOpen extends Error {
  constructor(provider: string) {
    super(`Circuit breaker open: ${provider} did not respond to earlier requests.`);
  }
}

const FAILURES = 5;
/** The provider gets time to recover, and people do not wait for it. */
const PAUSE_MS = 30_000;
const RETRY_AFTER_MS = 200;
/** A breaker stays open until the next request, which may be hours later. */
const KNOWN_FOR_MS = 5 * 60_000;

type Answer<T> = { readonly reply: T } | { readonly refusal: unknown };

/**
 * After the pause one request is sent, and others wait for its result, which closes or reopens the breaker. The state
 * is local to the process: each one finds out for itself.
 */
export function createBreaker(options: BreakerOptions): Breaker {
  const { provider, log, isDown = () => true, retries = 0 } = options;
  const circuit = circuitBreaker(handleAll, {
    breaker: new ConsecutiveBreaker(options.failures ?? FAILURES),
    halfOpenAfter: options.pauseMs ?? PAUSE_MS,
  });
  let failedAt = Number.NEGATIVE_INFINITY;
  let failingSince: Temporal.Instant | null = null;
  circuit.onFailure(() => {
    failedAt = performance.now();
    failingSince ??= Temporal.Now.instant();
  });
  circuit.onSuccess(() => {
    failingSince = null;
  });
  circuit.onBreak(() => log.warn({ provider }, 'circuit breaker opened: the provider does not respond'));
  circuit.onReset(() => log.warn({ provider }, 'circuit breaker closed: the provider responds again'));
  const policy = wrap(
    retry(
      handleWhen((error) => !isBrokenCircuitError(error)),
      { maxAttempts: retries, backoff: new ConstantBackoff(RETRY_AFTER_MS) },
    ),
    circuit,
    timeout(options.timeoutMs, TimeoutStrategy.Aggressive),
  );
  return {
    provider,
    get isOpen() {
      return circuit.state !== CircuitState.Closed && performance.now() - failedAt < KNOWN_FOR_MS;
    },
    get failingSince() {
      return failingSince;
    },
    async run<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const answer = await policy
        .execute(({ signal }) => ask(() => request(signal), isDown))
        .catch((error: unknown) => {
          throw isBrokenCircuitError(error) ? new BreakerOpen(provider) : error;
        });
      if ('refusal' in answer) throw answer.refusal;
      return answer.reply;
    },
  };
}

/** An error with which the provider answered is a value here, so that it counts as a response. */
async function ask<T>(request: () => Promise<T>, isDown: (error: unknown) => boolean): Promise<Answer<T>> {
  try {
    return { reply: await request() };
  } catch (error) {
    if (isDown(error)) throw error;
    return { refusal: error };
  }
}

/** Whether an HTTP client's error is no answer: without a status, or a status of 500 or more. */
export function hasNoAnswer(error: unknown): boolean {
  const { status } = error as { readonly status?: unknown };
  return typeof status !== 'number' || status >= 500;
}

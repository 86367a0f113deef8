import type { Call } from '../client.ts';
import type { LoadSummary } from '../report/results.ts';
import { answerOf, forkProgram, stopProgram } from '../servers/child.ts';

/** How requests follow each other. */
export type LoadShape =
  /** So many people, each of whom waits for the reply and asks on; the calls in turn, or each of them once. */
  | {
      readonly kind: 'closed';
      readonly concurrency: number;
      readonly seconds: number;
      readonly once?: boolean;
    }
  /** By the clock, whether replies came or not. A request's time counts from when its turn was. */
  | { readonly kind: 'open'; readonly perSecond: number; readonly seconds: number }
  /** All calls at once. */
  | { readonly kind: 'burst' };

export interface Load {
  readonly address: string;
  readonly calls: readonly Call[];
  readonly shape: LoadShape;
}

export interface LoadReport {
  readonly all: LoadSummary;
  readonly kinds: readonly (LoadSummary & { readonly kind: string })[];
  /** Answers by status; 0 is none at all. */
  readonly statuses: Readonly<Record<string, number>>;
  /** From the first request to the last reply. */
  readonly seconds: number;
}

export type RunLoad = (load: Load) => Promise<LoadReport>;

/** Gives a process that sends requests, so that what is measured is not this process at work. */
export async function withLoad<T>(work: (run: RunLoad) => Promise<T>): Promise<T> {
  const child = forkProgram(new URL('load-client.ts', import.meta.url));
  await answerOf(child); // that it is there
  try {
    return await work((load) => {
      child.send(load);
      return answerOf<LoadReport>(child);
    });
  } finally {
    await stopProgram(child);
  }
}

/** Replies that were neither what was asked for nor a proper refusal. */
export function failuresOf(statuses: LoadReport['statuses']): number {
  return Object.entries(statuses)
    .filter(([status]) => Number(status) === 0 || Number(status) >= 500)
    .reduce((sum, [, count]) => sum + count, 0);
}

import type { Company } from '../company.ts';
import { ask, median, send } from '../load.ts';
import type { Figure } from '../targets.ts';
import { type Middles, requestList, type TimedRequest } from './request-list.ts';

/** Longer times are needed to tell growth from noise, ms. */
const GROWTH_FROM_MS = 3;

export interface Rounds {
  readonly warmUp: number;
  readonly counted: number;
}

/** Each request by itself, nothing else running: medians at the full size, and growth from a tenth of it. */
export async function measureRequests(
  { tenth, full }: { tenth: Company; full: Company },
  rounds: Rounds,
  log: (line: string) => void,
): Promise<Figure[]> {
  const small = requestList(tenth.people, await middlesOf(tenth), tenth.jobs);
  const figures: Figure[] = [];
  for (const [i, request] of requestList(full.people, await middlesOf(full), full.jobs).entries()) {
    const ofTenth = await measure(tenth, small[i] ?? request, rounds);
    const ms = await measure(full, request, rounds);
    log(
      `${request.target.padEnd(16)} ${request.name.padEnd(34)} ${ofTenth.toFixed(1)} → ${ms.toFixed(1)} ms`,
    );
    figures.push({ target: request.target, of: request.name, value: ms });
    if (request.isIndexed && ms >= GROWTH_FROM_MS)
      figures.push({
        target: 'growth',
        of: `${request.target} ${request.name}`.trim(),
        value: ms / ofTenth,
      });
  }
  return figures;
}

async function measure(
  company: Company,
  request: TimedRequest,
  { warmUp, counted }: Rounds,
): Promise<number> {
  const times: number[] = [];
  for (let nth = 0; nth < warmUp + counted; nth += 1) {
    const began = performance.now();
    for (const call of request.calls(nth)) {
      const reply = await send(company.kemas.address, call);
      const body = await reply.text();
      if (!reply.ok) throw new Error(`${call.path}: ${reply.status} ${body.slice(0, 300)}`);
    }
    if (nth >= warmUp) times.push(performance.now() - began);
  }
  if (request.books) await company.clear();
  return median(times);
}

async function middlesOf({ kemas, people, jobs }: Company): Promise<Middles> {
  const cursor = async (list: string) => {
    const path = `/api/${list}?size=25&count=0&from=${Math.floor(jobs / 2)}`;
    const { next } = await ask<{ next: string | null }>(kemas.address, { path, token: people.office });
    return next ?? '';
  };
  return { jobs: await cursor('jobs'), transactions: await cursor('transactions') };
}

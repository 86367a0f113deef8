/** Sends requests as its parent says, and tells what became of them. */
import { type Call, percentile, sendOff } from '../client.ts';
import type { LoadSummary } from '../report/results.ts';
import type { Load, LoadReport, LoadShape } from './load.ts';

interface Reply {
  readonly kind: string;
  readonly status: number;
  readonly ms: number;
}

/** Sends a call and notes the reply. @param due when its turn was, ms of `performance.now()` */
type SendCall = (call: Call, due?: number) => Promise<void>;

process.on('message', (load: Load) => void run(load).then((report) => process.send?.(report)));
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function run({ address, calls, shape }: Load): Promise<LoadReport> {
  const replies: Reply[] = [];
  const began = performance.now();
  await SHAPES[shape.kind](calls, shape as never, async (call, due = performance.now()) => {
    const status = await sendOff(address, call).then(
      (answer) => answer.status,
      () => 0, // the connection broke: counted as no answer
    );
    replies.push({ kind: call.kind ?? '', status, ms: performance.now() - due });
  });
  return report(replies, (performance.now() - began) / 1000);
}

type Shape<K extends LoadShape['kind']> = Extract<LoadShape, { kind: K }>;
type Run<K extends LoadShape['kind']> = (
  calls: readonly Call[],
  shape: Shape<K>,
  sendCall: SendCall,
) => Promise<unknown>;

const SHAPES: { readonly [K in LoadShape['kind']]: Run<K> } = {
  closed: (calls, { concurrency, seconds, once }, sendCall) => {
    const until = performance.now() + seconds * 1000;
    let next = 0;
    const person = async () => {
      while (performance.now() < until) {
        const call = calls[once ? next : next % calls.length];
        next += 1;
        if (call === undefined) return;
        await sendCall(call);
      }
    };
    return Promise.all(Array.from({ length: concurrency }, person));
  },

  open: async (calls, { perSecond, seconds }, sendCall) => {
    const began = performance.now();
    const sent: Promise<void>[] = [];
    for (let i = 0; i < perSecond * seconds; i += 1) {
      const due = began + (i * 1000) / perSecond;
      const wait = due - performance.now();
      if (wait > 0) await new Promise((now) => setTimeout(now, wait));
      const call = calls[i % calls.length];
      if (call !== undefined) sent.push(sendCall(call, due));
    }
    await Promise.all(sent);
  },

  burst: (calls, _shape, sendCall) => Promise.all(calls.map((call) => sendCall(call))),
};

function report(replies: readonly Reply[], seconds: number): LoadReport {
  const statuses: Record<string, number> = {};
  for (const { status } of replies) statuses[status] = (statuses[status] ?? 0) + 1;
  const kinds = [...Map.groupBy(replies, (reply) => reply.kind)];
  return {
    all: summaryOf(replies),
    kinds: kinds.map(([kind, some]) => ({ kind, ...summaryOf(some) })),
    statuses,
    seconds,
  };
}

function summaryOf(replies: readonly Reply[]): LoadSummary {
  const times = replies.map((reply) => reply.ms);
  return {
    requests: times.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    longest: Math.max(...times),
  };
}

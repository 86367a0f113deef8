import { firstSignIns } from '#apps/api/first-sign-ins.ts';
import { serveApi } from '#apps/api/serve-api.ts';
import { openProcess, type ProcessOptions } from '#apps/process/open-process.ts';
import { startTasks } from '#apps/worker/start-tasks.ts';
import { startWorkerProcess } from '#apps/worker/start-worker-process.ts';

export interface Kemas {
  /** The address it listens on, e.g. `http://127.0.0.1:3000`; of a worker, the address of its metrics. */
  readonly address: string;
  /** Sign-in instructions for the terminal. A generated password is shown only here. */
  readonly signIns: readonly string[];
  /** Graceful shutdown: finishes pending requests and running tasks, then closes the connections. */
  close(): Promise<void>;
}

/** Starts a process: the API, the worker or both, as PROCESS says. */
export async function startKemas(options: ProcessOptions): Promise<Kemas> {
  await using started = new AsyncDisposableStack();
  const opened = await openProcess(started, options);
  // Requests and tasks finish side by side, so that each has its full time.
  const running: (() => Promise<void>)[] = [];
  started.defer(async () => void (await Promise.all(running.map((close) => close()))));
  if (options.config.PROCESS === 'worker') {
    const worker = await startWorkerProcess(opened);
    running.push(worker.close);
    const all = started.move();
    return { address: worker.address, signIns: [], close: () => all.disposeAsync() };
  }
  const signIns = await firstSignIns(opened.services);
  if (options.config.PROCESS === 'all') running.push((await startTasks(opened)).stop);
  const api = await serveApi(opened);
  running.push(api.close);
  const all = started.move();
  return { address: api.address, signIns, close: () => all.disposeAsync() };
}

import type { ArchiveProgress } from '#features/office/archive/server/index.ts';

/** Time (ms) between two lines of progress. */
const BETWEEN_MS = 1000;

/** Prints what is being written or read, at most once a second. */
export function printProgress(what: string): (progress: ArchiveProgress) => void {
  let printed = 0;
  return ({ path, bytes, rows, ofRows }) => {
    const now = performance.now();
    if (now - printed < BETWEEN_MS) return;
    printed = now;
    const part = bytes > 0 ? ` (${(bytes / 1e6).toFixed(1)} MB)` : '';
    console.log(
      `${what} ${path}${part}: ${rows.toLocaleString('en-SG')} of ${ofRows.toLocaleString('en-SG')} rows`,
    );
  };
}

/** Ends with the first Ctrl-C or SIGTERM. */
export function cancelSignal(): AbortSignal {
  const cancel = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => cancel.abort(new Error('Cancelled.')));
  return cancel.signal;
}

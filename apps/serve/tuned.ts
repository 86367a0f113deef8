/** How the engine works for Kemas. Most of it must be known before the first line of anything is read. */
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * What is compiled is kept for the next start, without its types and as bytecode: that start takes half as long, and
 * leaves out the compiler of types. Beside the packages, where only those write who may change the program anyway.
 */
const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/kemas/compiled');

/**
 * V8 trades memory for speed, and more of it the more the machine has: lists of jobs fill 300 MB with what is long gone.
 * MB for young objects, and percent by which the rest may grow before it is collected. Figures: docs/decisions/0014-small-processes.md
 * The last lets `settle` collect.
 */
export const MEMORY = ['--max-semi-space-size=8', '--heap-growing-percent=50', '--expose-gc'];

/** Until what is loaded after the start, to draw pages, is there as well. */
const SETTLED_MS = 500;

/**
 * Where the C library is glibc: it would keep what was freed, in a pool for each thread. Under lists that is 40 MB more, and
 * no faster. PostgreSQL, which we start, is left as it is.
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
export const ENVIRONMENT = { NODE_COMPILE_CACHE: COMPILED, ...ALLOCATOR };

/**
 * Replaces this process by itself with these settings, under its id; returns where that is done already, or cannot be:
 * under a watcher, which holds a line to it, and on Windows.
 */
export function startAgainTuned(): void {
  const isTuned = MEMORY.every((flag) => process.execArgv.includes(flag));
  if (isTuned) forgetAllocator();
  if (isTuned || process.channel || process.platform === 'win32') return;
  const node = process.execPath;
  process.execve?.(node, [node, ...MEMORY, ...process.execArgv, ...process.argv.slice(1)], {
    ...ENVIRONMENT,
    ...process.env,
  });
}

/** It was read when this process began, and is not for those that it begins. */
function forgetAllocator(): void {
  for (const [name, value] of Object.entries(ALLOCATOR))
    if (process.env[name] === value) delete process.env[name];
}

/**
 * Call it once Kemas answers. Writes down what was compiled: now, because a process that is killed writes nothing when it
 * ends, and before the collection, which forgets code that only a start needs. Then gives back what starting has used.
 */
export function settle(): void {
  flushCompileCache();
  const collect = () => void globalThis.gc?.({ type: 'major', execution: 'async', flavor: 'last-resort' });
  setTimeout(collect, SETTLED_MS).unref();
}

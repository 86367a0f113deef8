/** How the engine works for Kemas. Some of it must be known before the first line of anything is read. */
import { join } from 'node:path';

/**
 * What is compiled is kept for the next start, without its types and as bytecode: that start takes half as long, and
 * leaves out the compiler of types. Beside the packages, where only those write who may change the program anyway.
 */
export const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/kemas/compiled');

/**
 * V8 trades memory for speed, and more of it the more the machine has: lists of jobs fill 300 MB with what is long gone.
 * MB for young objects, and percent by which the rest may grow before it is collected. Figures: docs/decisions/0014-small-processes.md
 */
export const MEMORY = ['--max-semi-space-size=8', '--heap-growing-percent=50'];

/**
 * Replaces this process by itself with these settings, under its id; returns where that is done already, or cannot be:
 * under a watcher, which holds a line to it, and on Windows.
 */
export function startAgainTuned(): void {
  const isTuned = MEMORY.every((flag) => process.execArgv.includes(flag));
  if (isTuned || process.channel || process.platform === 'win32') return;
  const node = process.execPath;
  process.execve?.(node, [node, ...MEMORY, ...process.execArgv, ...process.argv.slice(1)], {
    NODE_COMPILE_CACHE: COMPILED,
    ...process.env,
  });
}

import type { Context, Services } from './context.ts';

/**
 * Reads once per process what only a migration changes, such as the postal districts. The next caller retries a failed
 * read.
 */
export function readOnce<T>(read: (ctx: Context) => Promise<T>): (ctx: Context) => Promise<T> {
  const known = new WeakMap<Services['composed'], Promise<T>>();
  return (ctx) => {
    const process = ctx.composed;
    const before = known.get(process);
    if (before !== undefined) return before;
    const reading = read(ctx).catch((error: unknown) => {
      known.delete(process);
      throw error;
    });
    known.set(process, reading);
    return reading;
  };
}

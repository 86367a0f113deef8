import type { Context } from '#platform/server/context.ts';
import type { Db } from '#platform/server/database/database.ts';

/** What is being answered, by the database that is asked. */
const answering = new WeakMap<Db, Map<string, Promise<unknown>>>();

/**
 * Whoever asks what is being answered at this moment waits for that answer instead of asking the database again. It is
 * forgotten as soon as it is given. Inside a transaction, which sees what nobody else does, everybody asks alone.
 *
 * @param question all that the answer depends on besides the database and the clock, also of who asks: their rights
 * and whatever is theirs
 */
export async function shareAnswer<T>(ctx: Context, question: object, answer: () => Promise<T>): Promise<T> {
  if ('inTransaction' in ctx) return answer();
  const given = answering.get(ctx.db) ?? new Map<string, Promise<unknown>>();
  answering.set(ctx.db, given);
  const key = JSON.stringify(question);
  const shared = given.get(key) as Promise<T> | undefined;
  if (shared !== undefined) return shared;
  const mine = answer().finally(() => given.delete(key));
  given.set(key, mine);
  return mine;
}

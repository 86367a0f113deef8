import { type ExpressionBuilder, sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';
import type { DB } from '#platform/server/database/database.ts';
import type { MessageReply } from '../contract.ts';
import { toMessageReply } from './list-messages.ts';

/** After that, the office can no longer make good for a message. */
const UNDELIVERED_FOR = { hours: 7 * 24 };
/** Sign-in codes: a person who did not receive one has requested another. */
const CODE = 'code';

/** Messages that could not be delivered, have not been sent again and are still of use. */
function isUndelivered({ clock }: Context) {
  const now = clock.now();
  return (message: ExpressionBuilder<DB, 'message'>) =>
    message.and([
      message('message.state', '=', 'failed'),
      message('message.kind', '<>', CODE),
      message('message.created_at', '>', now.subtract(UNDELIVERED_FOR).toString()),
      message.or([
        message('message.not_after', 'is', null),
        message('message.not_after', '>', now.toString()),
      ]),
      message.not(
        message.exists(
          message
            .selectFrom('message as again')
            .select('again.id')
            .whereRef('again.repeats', '=', 'message.id'),
        ),
      ),
    ]);
}

/** The first of them, longest ago first. */
export async function findUndelivered(ctx: Context, limit: number): Promise<MessageReply[]> {
  const rows = await ctx.db
    .selectFrom('message')
    .selectAll('message')
    .where(isUndelivered(ctx))
    .orderBy('message.created_at')
    .orderBy('message.id')
    .limit(limit)
    .execute();
  return rows.map((row) => toMessageReply(row, ctx.clock.now()));
}

export async function countUndelivered(ctx: Context): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('message')
    .select(sql<number>`count(*)::int`.as('count'))
    .where(isUndelivered(ctx))
    .executeTakeFirstOrThrow();
  return count;
}

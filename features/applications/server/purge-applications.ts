import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { removeSteps } from '#platform/server/inbox.ts';

/** Personal data that nobody needs any more. Source: the privacy policy's retention, a year. */
const KEPT_DAYS = 365;

/** Removes applications a year after they came in. A sweep. */
export async function purgeApplications(ctx: Context): Promise<void> {
  const limit = ctx.clock
    .now()
    .subtract({ hours: KEPT_DAYS * 24 })
    .toString();
  await inTransaction(ctx, async (tx) => {
    const gone = await tx.db
      .deleteFrom('application')
      .where('created_at', '<', limit)
      .returning('id')
      .execute();
    await removeSteps(
      tx,
      gone.map(({ id }) => id),
    );
  });
}

import type { InboxStep } from '../contract/inbox.ts';
import { idOf } from '../kernel/actor.ts';
import { wireTime } from '../kernel/business-time.ts';
import { clientRules } from './client-network.ts';
import type { Context, Tx } from './context.ts';
import { type Throttled, throttleAll } from './throttle.ts';

/** Per address and hour. A household or an office shares one. */
const MAX_AN_HOUR = 10;

interface Subject {
  /** Its table: `contact_request`. */
  readonly kind: string;
  readonly id: string;
}

type NamesOf = (ctx: Context, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Counts a submission by someone without an account. Call it before the transaction. */
export function throttleSubmission(ctx: Context, kind: string): Promise<Throttled | null> {
  const limit = { most: MAX_AN_HOUR, per: Temporal.Duration.from({ hours: 1 }) };
  return throttleAll(ctx, clientRules(`submit:${kind}`, limit, ctx));
}

/** Records what the office did about an item in one of its inboxes. */
export async function addStep(
  tx: Tx,
  subject: Subject,
  what: { readonly state: string } | { readonly reply: string },
): Promise<void> {
  await tx.db
    .insertInto('inbox_step')
    .values({
      id: tx.newID(),
      subjectKind: subject.kind,
      subjectID: subject.id,
      state: 'state' in what ? what.state : null,
      reply: 'reply' in what ? what.reply : null,
      at: tx.clock.now().toString(),
      byID: idOf(tx.actor),
    })
    .execute();
}

/** The history of an item, oldest first, with the names of the admins. */
export async function readSteps(ctx: Context, subjectID: string, namesOf: NamesOf): Promise<InboxStep[]> {
  const rows = await ctx.db
    .selectFrom('inbox_step')
    .selectAll()
    .where('subjectID', '=', subjectID)
    .orderBy('at')
    .orderBy('id')
    .execute();
  const ids = rows.flatMap(({ byID }) => (byID === null ? [] : [byID]));
  const names = await namesOf(ctx, [...new Set(ids)]);
  const personOf = (id: string | null) => {
    const fullname = id === null ? undefined : names.get(id);
    return id === null || fullname === undefined ? null : { id, fullname };
  };
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    reply: row.reply,
    at: wireTime(row.at),
    by: personOf(row.byID),
  }));
}

/** Deletes the history of items that are themselves deleted. */
export async function removeSteps(tx: Tx, subjectIDs: readonly string[]): Promise<void> {
  if (subjectIDs.length === 0) return;
  await tx.db.deleteFrom('inbox_step').where('subjectID', 'in', subjectIDs).execute();
}

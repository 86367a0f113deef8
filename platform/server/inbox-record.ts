import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { InboxStep } from '../contract/inbox.ts';
import type { RecordFields } from '../contract/record-fields.ts';
import type { Actor } from '../kernel/actor.ts';
import { isRefusal, type Refusal, refuse } from '../kernel/refusal.ts';
import type { Context } from './context.ts';
import { inTransaction } from './database/transaction.ts';
import { addStep, readSteps, removeSteps } from './inbox.ts';
import { type Change, type PlainRecordSpec, plainRecord, type Row } from './plain-record.ts';
import type { MarkedRow, StampedTable } from './records.ts';

interface InboxRecordSpec<T extends StampedTable, F extends RecordFields, Own extends keyof Row<T>>
  extends Pick<PlainRecordSpec<T, F, Own>, 'table' | 'fields' | 'serverOnly'> {
  /** The names of admins, by id. */
  namesOf(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Those of what anyone sends: with a state. */
interface InboxFields extends RecordFields {
  readonly shown: { readonly state: z.ZodType<string> };
}

/** Retention of personal data that is no longer needed. Source: the privacy policy, one year. */
const RETENTION_DAYS = 365;

/**
 * What someone without an account sends to the business and the office answers: a plain record with a state, and the
 * history of what was done about it. It is deleted after a year; the audit trail, which stays, contains only its state.
 */
export function inboxRecord<
  T extends StampedTable,
  F extends InboxFields,
  Own extends keyof Row<T> & string = never,
>({ namesOf, ...spec }: InboxRecordSpec<T, F, Own>) {
  const { table } = spec;
  const { find, insert, toItem, ...record } = plainRecord({ ...spec, audited: ['state'] });
  type Item = ReturnType<typeof toItem>;
  type Whole = Item & { history: InboxStep[] };
  const whole = async (ctx: Context, item: Item): Promise<Whole> => ({
    ...item,
    history: await readSteps(ctx, item.id, namesOf),
  });
  return {
    find,
    insert,
    toItem,
    async read(ctx: Context, id: string): Promise<Whole | Refusal<'not_found'>> {
      const row = await find(ctx, id);
      return row === undefined ? refuse('not_found') : whole(ctx, toItem(row));
    },
    /** As for a plain record; a change of state is recorded with who and when. */
    update<A extends Actor, Decision extends Change<T, F, Own> | Refusal>(
      ctx: Context<A>,
      id: string,
      change: (row: Row<T>) => Decision,
    ): Promise<Whole | Extract<Decision, Refusal> | Refusal<'not_found' | 'unavailable'>> {
      return inTransaction(ctx, async (tx) => {
        let before: unknown;
        const item = await record.update(tx, id, (row) => {
          before = (row as { readonly state?: unknown }).state;
          return change(row);
        });
        if (isRefusal(item)) return item as Extract<Decision, Refusal>;
        const { state } = item as { readonly state: string };
        if (state !== before) await addStep(tx, { kind: table, id }, { state });
        return whole(tx, item);
      });
    },
    async trash<A extends Actor>(ctx: Context<A>, id: string) {
      const item = await record.trash(ctx, id);
      return isRefusal(item) ? item : whole(ctx, item);
    },
    async untrash<A extends Actor>(ctx: Context<A>, id: string) {
      const item = await record.untrash(ctx, id);
      return isRefusal(item) ? item : whole(ctx, item);
    },
    /** Cron job. Deletes what arrived more than a year ago. */
    async purge(ctx: Context): Promise<void> {
      const limit = ctx.clock.now().subtract({ hours: RETENTION_DAYS * 24 });
      await inTransaction(ctx, async (tx) => {
        const db = tx.db as unknown as Kysely<Record<string, MarkedRow & { id: string; createdAt: string }>>;
        const old = db.deleteFrom<string>(table).where('createdAt', '<', limit.toString());
        const gone = await old.returning('id').execute();
        await removeSteps(
          tx,
          gone.map(({ id }) => id),
        );
      });
    },
  };
}

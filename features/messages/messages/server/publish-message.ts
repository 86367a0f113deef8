import { idOf } from '#platform/kernel/actor.ts';
import type { Channel } from '#platform/kernel/message-kind.ts';
import type { Context } from '#platform/server/context.ts';
import { unwrittenTask } from '#platform/server/messages.ts';
import type { NewTask } from '#platform/server/outbox.ts';
import { type DataOf, type Kind, kindOf } from '../rules/kinds.ts';
import { heldUntil } from '../rules/quiet-hours.ts';

/** A message to one person about one job, in all channels of its kind. */
export interface PublishedMessage<K extends Kind> {
  readonly kind: K;
  readonly to: { readonly email?: string; readonly mobile?: string };
  /** The job's customer, even if the reader is a cleaner: the message is deleted when they are erased. */
  readonly customerId: string;
  readonly cleanerId?: string;
  readonly job: { readonly id: string; readonly version: number };
  readonly data: DataOf[K];
  /** A change or a cancellation, which is sent at night if the visit is near. */
  readonly isChange?: boolean;
  /** The visit's start; for a moved one the earlier of both. */
  readonly startsAt: Temporal.Instant;
  /** Sent at any hour: a cleaner is at the door. */
  readonly isUrgent?: boolean;
  /** With this key a later message withdraws it while it is unsent; see keysOf. */
  readonly key?: string;
  readonly notAfter?: Temporal.Instant;
  readonly delay?: Temporal.Duration | undefined;
  /**
   * Queued in the log until then, by the app's clock, and through the night if that falls into quiet hours.
   */
  readonly notBefore?: Temporal.Instant;
}

/**
 * The tasks for a message in each channel of its kind in which the reader can be reached, to be published
 * with its cause.
 */
export function messageTasks<K extends Kind>(ctx: Context, published: PublishedMessage<K>): NewTask[] {
  const { kind, to, customerId, cleanerId, job, data, notAfter } = published;
  const held = waitsUntil(ctx, published);
  return kindOf(kind).channels.flatMap((channel) => {
    const address = channel === 'email' ? to.email : to.mobile;
    if (address === undefined || address === '') return [];
    return [
      unwrittenTask(ctx, {
        kind,
        channel,
        to: address,
        customerId,
        job,
        data,
        ...(cleanerId !== undefined && { cleanerId }),
        ...(published.key !== undefined && { key: keyOf(kind, channel, published.key) }),
        ...(notAfter !== undefined && { notAfter }),
        ...(held === null ? { delay: published.delay } : { heldUntil: held }),
      }),
    ];
  });
}

/** The outbox keys of a kind's messages. */
export function keysOf(kind: Kind, key: string): string[] {
  return kindOf(kind).channels.map((channel) => keyOf(kind, channel, key));
}

function keyOf(kind: Kind, channel: Channel, key: string): string {
  return kindOf(kind).channels.length === 1 ? key : `${key}:${channel}`;
}

function waitsUntil<K extends Kind>(ctx: Context, published: PublishedMessage<K>): Temporal.Instant | null {
  const { customerId, cleanerId = customerId, isUrgent = false, isChange = false, startsAt } = published;
  const { notBefore = null } = published;
  const isOwnAct = isUrgent || idOf(ctx.actor) === cleanerId;
  const news = { isOwnAct, isChange, startsAt };
  return heldUntil(news, notBefore ?? ctx.clock.now(), ctx.config.BUSINESS_TZ) ?? notBefore;
}

/** Which of these kinds the customers of jobs were last told, by job. */
export async function lastTold<K extends Kind>(
  { db }: Context,
  jobIds: readonly string[],
  kinds: readonly K[],
): Promise<ReadonlyMap<string, K>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('message')
    .select(['job_id', 'kind'])
    .distinctOn('job_id')
    .where('job_id', 'in', jobIds)
    .where('kind', 'in', kinds)
    .where('state', '<>', 'superseded')
    .orderBy('job_id')
    .orderBy('id', 'desc')
    .execute();
  return new Map(rows.map(({ job_id, kind }) => [job_id ?? '', kind as K]));
}

/** Whether the job's customer has been sent a message of this kind, or one is queued. */
export async function wasTold({ db }: Context, jobId: string, kind: Kind): Promise<boolean> {
  const told = await db
    .selectFrom('message')
    .select('id')
    .where('job_id', '=', jobId)
    .where('kind', '=', kind)
    .where('state', '<>', 'superseded')
    .limit(1)
    .executeTakeFirst();
  return told !== undefined;
}

import { sql } from 'kysely';
import type { Context, Services } from '../context.ts';
import type { LiveEvent } from './live-event.ts';

/** How far back a new client is brought up to date: it has loaded its page before it connected. */
const BEFORE_CONNECTING = '10 seconds';
/**
 * Events get their ids when they are written, but appear when their transaction commits: for this long, an event may
 * follow one with a higher id.
 */
const LONGEST_TRANSACTION = '1 minute';
/** A client that has missed more than this reads everything again. */
const MAX_EVENTS = 500;
const RETENTION = '1 hour';

const columns = sql<LiveEvent>`
  id, topic, record_id as "recordId", customer_id as "customerId", cleaner_ids as "cleanerIds"`;

/**
 * The events that a client may have missed, oldest first; null if they are too many or no longer known. Some may be ones
 * that it has seen.
 * @param after the id of the last event that the client has seen; null if it has just loaded its page
 */
export async function readMissedEvents({ db }: Services, after: number | null): Promise<LiveEvent[] | null> {
  const since =
    after === null
      ? sql`now() - ${BEFORE_CONNECTING}::interval`
      : sql`(select at - ${LONGEST_TRANSACTION}::interval from live_event where id = ${after})`;
  const { rows } = await sql<LiveEvent>`
    select ${columns} from live_event where at > ${since} order by id limit ${MAX_EVENTS + 1}`.execute(db);
  // The last event seen is itself among them, unless it has been deleted.
  if (rows.length > MAX_EVENTS || (after !== null && rows.length === 0)) return null;
  return rows;
}

/** The id of the newest event; 0 if there is none. */
export async function newestEventID({ db }: Services): Promise<number> {
  const newest = await db
    .selectFrom('live_event')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  return newest.id ?? 0;
}

/** Cron job. */
export async function purgeLiveEvents({ db }: Context): Promise<void> {
  await sql`delete from live_event where at < now() - ${RETENTION}::interval`.execute(db);
}

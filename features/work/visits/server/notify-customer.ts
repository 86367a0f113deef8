import { messageTasks, wasTold } from '#features/messages/messages/server/index.ts';
import { stageOf } from '#features/work/jobs/rules/stage.ts';
import { aboutJob, aboutVisit, customerOf, type JobRow } from '#features/work/jobs/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Tx } from '#platform/server/context.ts';
import { UNDO_FINISH_MINUTES } from '../rules/clocking.ts';

/** Events that arrive later than this, from a phone that was offline, are not announced. */
const NEWS_FOR = Temporal.Duration.from({ minutes: 15 });
/** How long "on the way" may wait in the queue before it expires. */
const USEFUL_FOR = Temporal.Duration.from({ minutes: 30 });

interface Clocked {
  readonly act: 'set-out' | 'start' | 'finish';
  readonly cleanerID: string;
  /** When it happened on the phone. */
  readonly at: Temporal.Instant;
}

/** Notifies the customer of a crew member's action. The job is locked. */
export async function tellCustomer(tx: Tx, job: JobRow, { act, cleanerID, at }: Clocked): Promise<void> {
  if (act === 'finish') return stageOf(job.crew) === 'done' ? notifyDone(tx, job) : undefined;
  const isNews = Temporal.Instant.compare(at.add(NEWS_FOR), tx.clock.now()) >= 0;
  if (isNews) await notifyComing(tx, job, { cleanerID, kind: act === 'start' ? 'arrived' : 'on-the-way' });
}

interface Coming {
  readonly cleanerID: string;
  readonly kind: 'on-the-way' | 'arrived';
}

/** Once per visit: a clock-in after setting out is not announced again. */
async function notifyComing(tx: Tx, job: JobRow, { cleanerID, kind }: Coming): Promise<void> {
  const cleaner = job.crew.find((member) => member.id === cleanerID);
  if (cleaner === undefined) return;
  if ((await wasTold(tx, job.id, 'on-the-way')) || (await wasTold(tx, job.id, 'arrived'))) return;
  await tx.outbox.publishAll(
    tx,
    messageTasks(tx, {
      kind,
      to: customerOf(job),
      ...aboutJob(job),
      data: { ...aboutVisit(job), cleaner: cleaner.firstname },
      startsAt: readDatabaseTime(job.startsAt),
      // Urgent, as a cleaner is about to arrive.
      isUrgent: true,
      notAfter: tx.clock.now().add(USEFUL_FOR),
    }),
  );
}

/** Sent once the finish can no longer be undone. */
async function notifyDone(tx: Tx, job: JobRow): Promise<void> {
  if (await wasTold(tx, job.id, 'visit-done')) return;
  await tx.outbox.publishAll(
    tx,
    messageTasks(tx, {
      kind: 'visit-done',
      to: { email: job.customerEmail },
      ...aboutJob(job),
      data: aboutVisit(job),
      startsAt: readDatabaseTime(job.startsAt),
      key: doneKey(job.id),
      notBefore: tx.clock.now().add({ minutes: UNDO_FINISH_MINUTES }),
    }),
  );
}

export function doneKey(jobID: string): string {
  return `visit-done:${jobID}`;
}

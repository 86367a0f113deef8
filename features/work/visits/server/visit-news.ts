import { messageTasks, wasTold } from '#features/messages/messages/server/index.ts';
import { stageOf } from '#features/work/jobs/rules/stage.ts';
import { aboutJob, aboutVisit, customerOf, type JobRow } from '#features/work/jobs/server/index.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Tx } from '#platform/server/context.ts';
import { UNDO_FINISH_MINUTES } from '../rules/clocking.ts';

/** What was sent later than this, from a phone without signal, is no news any more. */
const NEWS_FOR = Temporal.Duration.from({ minutes: 15 });
/** Until then "on the way" may still leave. */
const USEFUL_FOR = Temporal.Duration.from({ minutes: 30 });

interface Clocked {
  readonly act: 'set-out' | 'start' | 'finish';
  readonly cleanerId: string;
  /** When it happened on the phone. */
  readonly at: Temporal.Instant;
}

/** What the customer hears of what was just pressed. The job is locked. */
export async function tellCustomer(tx: Tx, job: JobRow, { act, cleanerId, at }: Clocked): Promise<void> {
  if (act === 'finish') return stageOf(job.crew) === 'done' ? tellDone(tx, job) : undefined;
  const isNews = Temporal.Instant.compare(at.add(NEWS_FOR), tx.clock.now()) >= 0;
  if (isNews) await tellOnTheWay(tx, job, cleanerId);
}

/** Once a visit: who said so before setting out is not announced again at the door. */
async function tellOnTheWay(tx: Tx, job: JobRow, cleanerId: string): Promise<void> {
  const cleaner = job.crew.find((member) => member.id === cleanerId);
  if (cleaner === undefined || (await wasTold(tx, job.id, 'on-the-way'))) return;
  await tx.outbox.announceAll(
    tx,
    messageTasks(tx, {
      kind: 'on-the-way',
      to: customerOf(job),
      ...aboutJob(job),
      data: { ...aboutVisit(job), cleaner: cleaner.firstname },
      startsAt: readDatabaseTime(job.starts_at),
      // Somebody is about to stand at the door.
      isUrgent: true,
      notAfter: tx.clock.now().add(USEFUL_FOR),
    }),
  );
}

/** After the time in which a finish can be taken back. */
async function tellDone(tx: Tx, job: JobRow): Promise<void> {
  if (await wasTold(tx, job.id, 'visit-done')) return;
  await tx.outbox.announceAll(
    tx,
    messageTasks(tx, {
      kind: 'visit-done',
      to: { email: job.customer_email },
      ...aboutJob(job),
      data: aboutVisit(job),
      startsAt: readDatabaseTime(job.starts_at),
      key: doneKey(job.id),
      notBefore: tx.clock.now().add({ minutes: UNDO_FINISH_MINUTES }),
    }),
  );
}

export function doneKey(jobId: string): string {
  return `visit-done:${jobId}`;
}

import type { Tx } from '#platform/server/context.ts';
import { announceEvent } from './announce-event.ts';
import type { JobRow } from './job-rows.ts';
import { tellCrew, tellCustomerOfMove } from './notify.ts';

/** Tells those whom a changed visit concerns. One that is not paid concerns nobody yet. */
export async function tellOfChange(tx: Tx, before: JobRow, after: JobRow): Promise<void> {
  if (after.status !== 'paid') return;
  const [was, is] = [before, after].map((row) => row.crew.map((member) => member.id)) as [string[], string[]];
  const moved = before.starts_at !== after.starts_at;
  await announceEvent(tx, after.id, 'put');
  await tellCrew(tx, before, { cleanerIds: was.filter((id) => !is.includes(id)), news: 'released' });
  await tellCrew(tx, after, { cleanerIds: is.filter((id) => !was.includes(id)), news: 'new' });
  if (!moved) return;
  await tellCrew(tx, after, { cleanerIds: is.filter((id) => was.includes(id)), news: 'moved' });
  await tellCustomerOfMove(tx, after);
}

import { SMALLEST_CHARGE } from '#features/money/payments/rules/attempt.ts';
import { type CleanerCard, cleanerCards } from '#features/people/cleaners/server/index.ts';
import { instantToWire, readDatabaseTime } from '#platform/kernel/business-time.ts';
import { isRefusal } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { UpdatePreview } from '../contract/shapes.ts';
import { actionsFor } from '../rules/price-difference.ts';
import { decideUpdate } from './decide-update.ts';
import type { JobRow } from './job-rows.ts';
import { planCrew } from './plan-crew.ts';
import type { RequestedUpdate } from './resolve-update.ts';
import type { NotPlanned } from './update-job.ts';
import { findVisibleJob } from './visible-jobs.ts';

/** Previews an update without applying it. */
export async function previewUpdate(
  ctx: Context,
  jobId: string,
  body: RequestedUpdate,
): Promise<UpdatePreview | NotPlanned> {
  const job = await findVisibleJob(ctx, jobId);
  if (isRefusal(job)) return job;
  const update = await decideUpdate(ctx, job, body);
  if (isRefusal(update)) return update;
  const planned = update.visit === null ? null : await planCrew(ctx, job, update.visit);
  if (isRefusal(planned)) return planned;
  const after = { ...job, ...(update.fields as Partial<JobRow>) };
  const { quote = job.price, difference = 0, creditsReturned = 0 } = update.price ?? {};
  const zone = ctx.config.BUSINESS_TZ;
  return {
    startTime: instantToWire(planned?.start ?? readDatabaseTime(job.starts_at), zone),
    endTime: instantToWire(planned?.end ?? readDatabaseTime(job.ends_at), zone),
    hours: after.hours,
    breakHours: after.break_hours,
    numCleaners: after.num_cleaners,
    ...(await crewsOf(ctx, job, planned?.crew)),
    price: { ...quote, lines: [...quote.lines] },
    amountToPay: job.amount_to_pay + difference,
    difference,
    creditsReturned,
    actions: [...actionsFor(difference, { isPaid: job.status === 'paid', smallestCharge: SMALLEST_CHARGE })],
  };
}

async function crewsOf(ctx: Context, job: JobRow, planned: readonly string[] | undefined) {
  const before = job.crew.map((member) => member.id);
  const crew = planned ?? before;
  const joining = crew.filter((id) => !before.includes(id));
  const leaving = before.filter((id) => !crew.includes(id));
  const cards = new Map((await cleanerCards(ctx, [...crew, ...leaving])).map((card) => [card.id, card]));
  const shown = (ids: readonly string[]) => ids.flatMap((id) => nameOf(cards.get(id)));
  return { cleaners: shown(crew), joining: shown(joining), leaving: shown(leaving) };
}

function nameOf(card: CleanerCard | undefined) {
  if (card === undefined) return [];
  const { id, firstname, lastname, fullname, profilePhoto } = card;
  return [{ id, firstname, lastname, fullname, profilePhoto }];
}

import { cancelJob, findJobs } from '#features/work/jobs/server/index.ts';
import { slotConstraints } from '#features/work/schedule/server/index.ts';
import { instantToWire, readInstant, wireTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { isSameSecret } from '#platform/server/keys.ts';
import type { VisitChoice } from '../contract.ts';
import {
  type CoverVisitRow,
  findCover,
  findCoverVisit,
  lockCoverVisit,
  offersAhead,
  saveCoverVisit,
} from './cover-record.ts';
import { updateVisit } from './cover-visit.ts';
import { asAdmin } from './finish-cover.ts';

/** 96 bits: nobody guesses them, and the link fits into a message. */
const MAC_LENGTH = 24;

/** The token of the link that is sent to the customer. It allows this choice and nothing else. */
export function tokenOf({ keys }: Context, visitId: string): string {
  return `${visitId}.${keys.mac('visit-choice', visitId).slice(0, MAC_LENGTH)}`;
}

export async function readVisitChoice(
  ctx: Context,
  token: string,
): Promise<VisitChoice | Refusal<'bad_choice_link'>> {
  const visit = await findByToken(ctx, token);
  return visit === null ? refuse('bad_choice_link') : show(ctx, visit);
}

async function findByToken(ctx: Context, token: string): Promise<CoverVisitRow | null> {
  const [id = ''] = token.split('.');
  if (!isSameSecret(token, tokenOf(ctx, id))) return null;
  return findCoverVisit(ctx, id);
}

async function show(ctx: Context, visit: CoverVisitRow): Promise<VisitChoice | Refusal<'bad_choice_link'>> {
  const [job] = await findJobs(ctx, [visit.jobId]);
  if (job === undefined || visit.state === 'undone') return refuse('bad_choice_link');
  return {
    startTime: wireTime(job.starts_at),
    endTime: wireTime(job.ends_at),
    label: job.label,
    times: offersAhead(ctx, visit),
    chosen: visit.chosen,
  };
}

type NotChosen = Refusal<'bad_choice_link' | 'choice_closed' | 'slot_taken' | 'unavailable'>;

/**
 * Does what the customer chose, with the permissions of the person who asked them: the customer's own terms do not apply.
 * Choosing the same again changes nothing; something else is refused.
 */
export async function chooseForVisit(
  ctx: Context,
  token: string,
  choice: string,
): Promise<VisitChoice | NotChosen> {
  const found = await findByToken(ctx, token);
  const cover = found && (await findCover(ctx, found.coverId));
  const admin = cover && (await asAdmin(ctx, cover.created_by));
  if (!found || !admin) return refuse('bad_choice_link');
  const chosen = choice === 'cancel' ? choice : wireChoice(ctx, choice);
  const outcome = await inTransaction(
    admin,
    async (tx) => {
      const visit = await lockCoverVisit(tx, found.id);
      if (visit === null) return refuse('bad_choice_link');
      if (visit.chosen === chosen) return null;
      const [job] = await findJobs(tx, [visit.jobId]);
      const isOpen = visit.state === 'waiting' && visit.chosen === null && job?.starts_at === visit.startsAt;
      if (!isOpen) return refuse('choice_closed');
      const isOffered = chosen === 'cancel' || offersAhead(tx, visit).includes(chosen ?? '');
      if (chosen === null || !isOffered) return refuse('choice_closed');
      const done =
        chosen === 'cancel'
          ? await cancelJob(tx, visit.jobId, { reason: 'Chosen by the customer.', onBehalfOf: 'company' })
          : await updateVisit(tx, visit.jobId, { startTime: chosen });
      if (isRefusal(done)) return done;
      await saveCoverVisit(tx, visit.id, { state: 'done', chosen });
      return null;
    },
    slotConstraints,
  );
  if (isRefusal(outcome)) return refusalOf(outcome);
  return show(ctx, { ...found, chosen });
}

function wireChoice({ config }: Context, choice: string): string | null {
  const start = readInstant(choice, config.BUSINESS_TZ);
  return start === null ? null : instantToWire(start, config.BUSINESS_TZ);
}

function refusalOf({ refusal }: Refusal): NotChosen {
  if (refusal === 'slot_taken' || refusal === 'bad_choice_link' || refusal === 'unavailable') {
    return refuse(refusal);
  }
  return refuse('choice_closed');
}

import { cancelForCompany, changeOutsideTerms, chooseCrew } from '#features/work/jobs/rules/policy.ts';
import { cancelJob, findJobs, lockJob } from '#features/work/jobs/server/index.ts';
import { slotConstraints } from '#features/work/schedule/server/index.ts';
import { instantToWire, readInstant, wireTime } from '#platform/kernel/business-time.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { Context, ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { isSameSecret } from '#platform/server/keys.ts';
import type { VisitChoice } from '../contract.ts';
import { whyQuestionClosed } from './close-questions.ts';
import {
  type CoverVisitRow,
  findCoverVisit,
  lockCoverVisit,
  offersAhead,
  saveCoverVisit,
} from './cover-record.ts';
import { updateVisit } from './cover-visit.ts';

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
  const closed = visit.chosen === null ? await whyQuestionClosed(ctx, visit, job) : null;
  return {
    startTime: wireTime(job.starts_at),
    endTime: wireTime(job.ends_at),
    label: job.label,
    times: closed === null ? offersAhead(ctx, visit) : [],
    chosen: visit.chosen,
    closed,
  };
}

type NotChosen = Refusal<'bad_choice_link' | 'choice_closed' | 'slot_taken' | 'unavailable'>;

/**
 * Does what the customer chose, whose own terms do not apply: the office has left this decision to them. Choosing the
 * same again changes nothing; something else is refused, and so is a choice about a visit that has changed or begun since.
 */
export async function chooseForVisit(
  ctx: Context,
  token: string,
  choice: string,
): Promise<VisitChoice | NotChosen> {
  const found = await findByToken(ctx, token);
  const [asked] = found === null ? [] : await findJobs(ctx, [found.jobId]);
  if (found === null || asked === undefined) return refuse('bad_choice_link');
  const chosen = choice === 'cancel' ? choice : wireChoice(ctx, choice);
  const outcome = await inTransaction(
    asCustomer(ctx, asked.customer_id),
    async (tx) => {
      await lockJob(tx, found.jobId);
      const visit = await lockCoverVisit(tx, found.id);
      const [job] = await findJobs(tx, [found.jobId]);
      if (visit === null || job === undefined) return refuse('bad_choice_link');
      if (visit.chosen === chosen) return null;
      if (visit.chosen !== null || (await whyQuestionClosed(tx, visit, job)) !== null)
        return refuse('choice_closed');
      const isOffered = chosen === 'cancel' || offersAhead(tx, visit).includes(chosen ?? '');
      if (chosen === null || !isOffered) return refuse('choice_closed');
      await saveCoverVisit(tx, visit.id, { state: 'done', chosen });
      const done =
        chosen === 'cancel'
          ? await cancelJob(tx, visit.jobId, { reason: 'Nobody could come.', onBehalfOf: 'company' })
          : await updateVisit(tx, visit.jobId, { startTime: chosen });
      return isRefusal(done) ? done : null;
    },
    slotConstraints,
  );
  if (isRefusal(outcome)) return refusalOf(outcome);
  return show(ctx, { ...found, chosen });
}

/** The customer, who may for this choice do what only the office may otherwise. */
function asCustomer(ctx: Context, id: string): ContextOf<'customer'> {
  const granted = [cancelForCompany, changeOutsideTerms, chooseCrew].map(({ name }) => name);
  return { ...ctx, actor: { role: 'customer', id, sessionId: '', granted } };
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

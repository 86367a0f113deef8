import type { z } from 'zod';
import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { adminNames } from '#features/people/accounts/server/index.ts';
import { cleanerCards, cleanerExists } from '#features/people/cleaners/server/index.ts';
import { dayOf, wireTime } from '#platform/kernel/business-time.ts';
import { type Refusal, refuseField } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { Context, ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { saveIdempotentReply } from '#platform/server/idempotency.ts';
import type { RateReply } from '../contract/shapes.ts';
import type { listRates as listCall, saveRate as saveCall } from '../contract.ts';
import { type FindRate, type Rate, rateFinder, rateOn } from '../rules/rates.ts';

/** All rates ever saved, newest first. */
export async function listRates(
  ctx: Context,
  { cleanerID }: z.output<typeof listCall.query>,
): Promise<{ items: RateReply[] }> {
  const rows = (await readRates(ctx)).filter((row) => cleanerID === undefined || row.cleanerID === cleanerID);
  return { items: (await toReplies(ctx, rows)).reverse() };
}

type NewRate = z.output<typeof saveCall.body>;

/** Saves a rate from a day on. Rates are only ever added, so earlier days keep theirs. */
export function saveRate(
  ctx: ContextOf<'admin'>,
  asked: NewRate,
): Promise<RateReply | Refusal<'invalid' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const { centsPerHour, validFrom } = asked;
    const [cleanerID, jobType] = [asked.cleanerID ?? null, asked.jobType ?? null];
    if (centsPerHour === null && cleanerID === null && jobType === null)
      return refuseField(
        'centsPerHour',
        'Everyone’s rate for all kinds of work cannot end. Enter an amount.',
      );
    if (cleanerID !== null && !(await cleanerExists(tx, cleanerID)))
      return refuseField('cleanerID', 'Choose a cleaner.');
    const before = rateOn((await readRates(tx)).map(toRate), { cleanerID, jobType }, validFrom);
    const row: RateRow = {
      id: tx.newID(),
      cleanerID,
      jobType: jobType,
      centsPerHour: centsPerHour,
      validFrom: validFrom,
      createdBy: tx.actor.id,
      createdAt: tx.clock.now().toString(),
    };
    await tx.db.insertInto('pay_rate').values(row).execute();
    const after: Rate = toRate(row);
    const subject = { kind: 'pay-rate', id: row.id };
    await audit(tx, { action: 'pay-rate.created', subject, before, after });
    const saved = (await readRates(tx)).filter(({ id }) => id === row.id);
    const [reply] = await toReplies(tx, saved);
    if (reply === undefined) throw new Error('The saved pay rate was not found.');
    return saveIdempotentReply(tx, reply);
  });
}

async function toReplies(ctx: Context, rows: readonly RateRow[]): Promise<RateReply[]> {
  const today = dayOf(ctx.clock.now(), ctx.config.BUSINESS_TZ).toString();
  const all = await readRates(ctx);
  const rates = all.map(toRate);
  const cards = await cleanerCards(ctx, [...new Set(rows.flatMap((row) => row.cleanerID ?? []))]);
  const names = new Map(cards.map(({ id, fullname }) => [id, fullname]));
  const admins = await adminNames(ctx, [...new Set(rows.map((row) => row.createdBy))]);
  return rows.map((row) => {
    const { cleanerID, jobType, centsPerHour, validFrom } = toRate(row);
    const current = rateOn(rates, { cleanerID, jobType }, today);
    const isCurrent = current !== null && rates[all.findIndex(({ id }) => id === row.id)] === current;
    return {
      id: row.id,
      cleaner: cleanerID === null ? null : { id: cleanerID, fullname: names.get(cleanerID) ?? '' },
      jobType,
      centsPerHour,
      validFrom,
      by: admins.get(row.createdBy) ?? '',
      createdAt: wireTime(row.createdAt),
      isCurrent,
    };
  });
}

/** All rates in the order in which they were saved. */
async function readRates({ db }: Context) {
  return db.selectFrom('pay_rate').selectAll().orderBy('createdAt').orderBy('id').execute();
}

type RateRow = Awaited<ReturnType<typeof readRates>>[number];

/** Finds the rate of a visit, by the rates saved so far. */
export async function readRateFinder(ctx: Context): Promise<FindRate> {
  return rateFinder((await readRates(ctx)).map(toRate));
}

function toRate(row: RateRow) {
  return {
    cleanerID: row.cleanerID,
    jobType: row.jobType as JobType | null,
    centsPerHour: row.centsPerHour,
    validFrom: row.validFrom,
  };
}

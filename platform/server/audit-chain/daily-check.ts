import { dayOf } from '../../kernel/business-time.ts';
import { isRefusal } from '../../kernel/refusal.ts';
import type { Context } from '../context.ts';
import { inTransaction } from '../database/transaction.ts';
import { markDoneOn, readSettingRows, wasDoneOn, writeSettings } from '../setting-rows.ts';
import { sealAudit } from './seal-audit.ts';
import {
  type AuditReport,
  NOTED_HEAD,
  type NotedHead,
  type Position,
  readHead,
  verifyAudit,
  verifyPart,
} from './verify-audit.ts';

/** The hour of the business day from which the trail is checked, after the ledger. */
const FROM_HOUR = 4;
const NAME = 'audit-checked';
/** Where the check goes on a minute later. */
const POSITION = 'audit-check-position';
/** A fraction of a task's time limit, even on a slow and busy machine (about 11,000 links a second). */
const LINKS_PER_RUN = 400_000;

/** Cron job: checks the whole chain once per business day, and pages someone if it is broken. */
export async function checkAuditDaily(ctx: Context): Promise<void> {
  const [now, zone] = [ctx.clock.now(), ctx.config.BUSINESS_TZ];
  if (now.toZonedDateTimeISO(zone).hour < FROM_HOUR) return;
  const day = dayOf(now, zone);
  if (await wasDoneOn(ctx, NAME, day)) return;
  if (await checkPart(ctx)) await markDoneOn(ctx, NAME, day);
}

/**
 * Cron job: notes the head of the chain once an hour, so that entries cut off at its end are missed before the next check.
 * The log leaves this machine where it is collected, out of reach of whoever changes the database.
 */
export async function noteAuditHead(ctx: Context): Promise<void> {
  const hour = ctx.clock.now().round({ smallestUnit: 'hour', roundingMode: 'trunc' }).toString();
  const noted = (await readSettingRows(ctx, [NOTED_HEAD])).get(NOTED_HEAD)?.value as NotedHead | undefined;
  if (noted?.hour === hour) return;
  await sealAudit(ctx);
  const { seq, hash } = await readHead(ctx.db);
  const saved = await inTransaction(ctx, (tx) =>
    writeSettings(tx, new Map([[NOTED_HEAD, { hour, seq, hash } satisfies NotedHead]])),
  );
  if (isRefusal(saved)) throw new Error('The head of the audit trail could not be noted.');
  ctx.log.info({ seq, head: hash }, 'audit head');
}

/** Checks the next part of the chain. True once the whole chain is checked. */
async function checkPart(ctx: Context): Promise<boolean> {
  await sealAudit(ctx);
  const stored = (await readSettingRows(ctx, [POSITION])).get(POSITION)?.value as Position | null | undefined;
  const { report, next } = await verifyPart(ctx, { from: stored ?? undefined, most: LINKS_PER_RUN });
  if (next === null) await saveReport(ctx, report);
  const saved = await inTransaction(ctx, (tx) => writeSettings(tx, new Map([[POSITION, next]])));
  if (isRefusal(saved)) throw new Error('The position of the audit check could not be saved.');
  return next === null;
}

/** Seals, checks the whole chain, and stores the result, which the office sees. */
export async function checkAudit(ctx: Context): Promise<AuditReport> {
  await sealAudit(ctx);
  const report = await verifyAudit(ctx);
  await saveReport(ctx, report);
  return report;
}

async function saveReport(ctx: Context, report: AuditReport): Promise<void> {
  const { entries, seq, head, problem } = report;
  await ctx.db
    .insertInto('audit_check')
    .values({
      id: ctx.newID(),
      at: ctx.clock.now().toString(),
      entries,
      seq,
      hash: Buffer.from(head, 'hex'),
      problem,
    })
    .execute();
  if (problem === null) ctx.log.info({ entries, head }, 'audit check passed');
  else ctx.log.error({ wake: true, problem }, 'audit check failed: run npm run verify:audit');
}

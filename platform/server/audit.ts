import { idOf } from '../kernel/actor.ts';
import { publishChange } from './changes.ts';
import type { Context, Tx } from './context.ts';

export interface AuditInput {
  /** A past-tense verb and its noun: `cleaner.trashed`. */
  readonly action: string;
  readonly subject: { readonly kind: string; readonly id: string | null };
  /** The changed fields of the subject. Never passwords, codes or tokens. */
  readonly before?: unknown;
  readonly after?: unknown;
  readonly reason?: string;
}

/** Records who did what, in the same database transaction as the action, so neither exists without the other. */
export async function audit(tx: Tx, act: AuditInput): Promise<void> {
  if (tx.auditWatch) tx.auditWatch.isAudited = true;
  await tx.db
    .insertInto('audit_entry')
    .values({
      id: tx.newID(),
      at: tx.clock.now().toString(),
      actorRole: tx.actor.role,
      actorID: idOf(tx.actor),
      action: act.action,
      subjectKind: act.subject.kind,
      subjectID: act.subject.id,
      before: jsonOf(act.before),
      after: jsonOf(act.after),
      reason: act.reason ?? null,
      ip: tx.ip,
      requestID: tx.requestID,
    })
    .execute();
  await publishChange(tx, { action: act.action, subject: act.subject, fields: Object.keys(act.after ?? {}) });
}

/**
 * Declares that a request of the office changes nothing although it locks or stamps rows: it repeats what is already so.
 * Without it, tests refuse a change without an entry.
 */
export function noChange(ctx: Context): void {
  if (ctx.auditWatch) ctx.auditWatch.isAudited = true;
}

/** Serialized here because the driver would write an array as a PostgreSQL array. */
function jsonOf(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}

import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import { audit } from '#platform/server/audit.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import { auditChange } from '#platform/server/records.ts';
import type { PackageReply } from '../contract.ts';
import { changePackage, completePackage, type PackageChange, type PackageDraft } from '../rules/package.ts';
import { lockPackage, TERMS, termsOf, toPackageReply } from './package-record.ts';

/** Adds a package; what the draft leaves open is filled in, what follows from the rest is computed. */
export function createPackage(
  ctx: ContextOf<'admin'>,
  draft: PackageDraft,
): Promise<PackageReply | Refusal<'invalid' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const completed = completePackage(draft);
    if ('errors' in completed) return refuse('invalid', { errors: completed.errors });
    const now = tx.clock.now().toString();
    const row = await tx.db
      .insertInto('package')
      .values({ id: tx.newId(), ...TERMS.toRow(completed.terms), created_at: now, updated_at: now })
      .returningAll()
      .executeTakeFirstOrThrow();
    await audit(tx, {
      action: 'package.created',
      subject: { kind: 'package', id: row.id },
      after: completed.terms,
    });
    return toPackageReply(row);
  });
}

/** Changes a package. Jobs keep the price they were booked at: it is frozen on them. */
export function updatePackage(
  ctx: ContextOf<'admin'>,
  id: string,
  change: PackageChange,
): Promise<PackageReply | Refusal<'invalid' | 'not_found' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockPackage(tx, id);
    if (before === null) return refuse('not_found');
    const changed = changePackage(termsOf(before), change);
    if ('errors' in changed) return refuse('invalid', { errors: changed.errors });
    const row = await tx.db
      .updateTable('package')
      .set({ ...TERMS.toRow(changed.terms), updated_at: tx.clock.now().toString() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await auditChange(tx, { kind: 'package', id }, { ...termsOf(before) }, { ...changed.terms });
    return toPackageReply(row);
  });
}

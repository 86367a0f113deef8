import { type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { PackageReply } from '../contract.ts';
import {
  changePackage,
  completePackage,
  type PackageChange,
  type PackageDraft,
} from '../rules/complete-package.ts';
import { PACKAGE, termsOf } from './list-packages.ts';

/** Adds a package; missing fields are filled in, derived ones computed. */
export function createPackage(
  ctx: ContextOf<'admin'>,
  draft: PackageDraft,
): Promise<PackageReply | Refusal<'invalid' | 'unavailable'>> {
  return inTransaction(ctx, async (tx) => {
    const completed = completePackage(draft);
    if ('errors' in completed) return refuse('invalid', { errors: completed.errors });
    return PACKAGE.insert(tx, completed.terms);
  });
}

/** Changes a package. Booked jobs keep their frozen price. */
export function updatePackage(ctx: ContextOf<'admin'>, id: string, change: PackageChange) {
  return PACKAGE.update(ctx, id, (row) => {
    const changed = changePackage(termsOf(row), change);
    return 'errors' in changed ? refuse('invalid', { errors: changed.errors }) : changed.terms;
  });
}

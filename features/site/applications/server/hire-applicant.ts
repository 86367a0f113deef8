import type { z } from 'zod';
import type { CleanerReply } from '#features/people/cleaners/cleaner-shapes.ts';
import { createCleaner, savingRefusals } from '#features/people/cleaners/server/index.ts';
import { isRefusal, type Refusal, refuse } from '#platform/kernel/refusal.ts';
import type { ContextOf } from '#platform/server/context.ts';
import { inTransaction } from '#platform/server/database/transaction.ts';
import type { hireApplicant as call } from '../contract.ts';
import { APPLICATION } from './application-record.ts';

/** Creates a cleaner from an application and marks it as hired, atomically. */
export function hireApplicant(
  ctx: ContextOf<'admin'>,
  id: string,
  profile: z.output<typeof call.body>,
): Promise<
  CleanerReply | Refusal<'not_found' | 'hired_before' | 'invalid' | 'mobile_in_use' | 'unavailable'>
> {
  return inTransaction(
    ctx,
    async (tx) => {
      const cleaner = await createCleaner(tx, profile);
      if (isRefusal(cleaner)) return cleaner;
      const item = await APPLICATION.update(tx, id, (row) => {
        if (row.trashedAt !== null) return refuse('not_found');
        if (row.cleanerID !== null) return refuse('hired_before');
        return { cleanerID: cleaner.id, state: 'hired' };
      });
      return isRefusal(item) ? item : cleaner;
    },
    savingRefusals,
  );
}

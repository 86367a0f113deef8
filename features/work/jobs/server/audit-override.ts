import type { Overridden } from '#features/work/schedule/rules/plan-visit.ts';
import { audit } from '#platform/server/audit.ts';
import type { Tx } from '#platform/server/context.ts';

interface Override {
  readonly overridden: readonly Overridden[];
  readonly reason: string;
}

/** Audits for which cleaners of a job the office overrode soft rules, and why. */
export async function auditOverride(tx: Tx, jobId: string, { overridden, reason }: Override): Promise<void> {
  if (overridden.length === 0) return;
  await audit(tx, {
    action: 'job.rules-overridden',
    subject: { kind: 'job', id: jobId },
    after: { overridden },
    reason,
  });
}

/** The audit trail for the office: who did what, when, from where, and what was before and after. */

import { z } from 'zod';
import { defineCall } from '#platform/contract/call.ts';
import { day, id, listQuery, listReply, wireMoment } from '#platform/contract/schemas.ts';
import { openTo, seeAudit } from '#platform/kernel/policy.ts';
import { GROUPS } from './rules/sentences.ts';

const auditEntry = z.object({
  id,
  trash: z.literal(0),
  at: wireMoment,
  actor: z.object({
    /** `anyone`: nobody was signed in, or the system did it. */
    kind: z.enum(['admin', 'cleaner', 'customer', 'anyone']),
    id: id.nullable(),
    /** Empty if it is not known, as after an account was closed. */
    name: z.string(),
  }),
  /** As stored, such as `package.updated`. */
  action: z.string(),
  /** What happened, without who did it: `Changed the price per hour of package Weekly 3 h`. */
  sentence: z.string(),
  subject: z.object({ kind: z.string(), id: z.string().nullable(), label: z.string() }),
  /** Values as people write them; an empty one means none, or that it was erased. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  reason: z.string(),
  /** The address that it came from; empty for the system, and after it was erased. */
  ip: z.string(),
});
export type AuditEntry = z.output<typeof auditEntry>;

export const listAudit = defineCall({
  method: 'GET',
  path: '/audit',
  ...openTo(seeAudit),
  summary:
    'The audit trail, latest first. `q` finds people and records by name or number, and actions by their words. `total` counts up to 10,000.',
  query: listQuery(['at', 'createdAt'], {
    by: z.enum(['admin', 'cleaner', 'customer', 'anyone']).optional(),
    actor: id.optional(),
    group: z.enum(GROUPS.map(({ value }) => value)).optional(),
    kind: z.string().max(40).optional(),
    record: z.string().max(60).optional(),
    from_date: day.optional(),
    to_date: day.optional(),
  }),
  reply: listReply(auditEntry),
  streamed: true,
});

export const readAuditChain = defineCall({
  method: 'GET',
  path: '/audit/chain',
  ...openTo(seeAudit),
  summary: 'The state of the chain that protects the audit trail, and its last full check.',
  reply: z.object({
    /** The hash of the last link, to be kept outside: `npm run verify:audit -- --head <hash>`. */
    head: z.string(),
    links: z.int(),
    /** Entries that are not in the chain yet. */
    waiting: z.int(),
    lastCheck: z
      .object({
        at: wireMoment,
        entries: z.int(),
        /** The first broken entry; null if everything was in order. */
        problem: z.string().nullable(),
      })
      .nullable(),
  }),
});
export type AuditChain = z.output<typeof readAuditChain.reply>;

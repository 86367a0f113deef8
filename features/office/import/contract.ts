/** Imports of customers and cleaners from a file, in batches that can be undone. */

import { z } from 'zod';
import { createBody as newCleaner } from '#features/people/cleaners/contract.ts';
import { newAddressBody } from '#features/people/customers/address-shapes.ts';
import { creditTiers, newCustomer } from '#features/people/customers/customer-shapes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { flag, id, idParams, mobile, paragraph, required, wireMoment } from '#platform/contract/schemas.ts';
import { trashed } from '#platform/contract/trash.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { KINDS } from './rules/fields.ts';
import * as policy from './rules/policy.ts';
import { SOURCES } from './rules/sources.ts';

/** People in one request: each takes about twenty statements in the request's transaction. */
export const PEOPLE_AT_ONCE = 25;
/** People that are looked up in one request of the dry run. */
export const LOOKUPS_AT_ONCE = 1000;
/** People that one request of an undo removes. */
export const UNDONE_AT_ONCE = 50;
/** Rows of a file. */
export const MAX_ROWS = 20_000;

export const errors = defineErrors({
  import_ended: {
    status: 409,
    title: 'This import has ended',
    detail: 'This import was finished, cancelled or undone. Start a new one for the remaining rows.',
  },
  import_of_others: {
    status: 409,
    title: 'Another kind of import',
    detail: 'This import is of another kind: customers and cleaners are separate files.',
  },
});

const rowNumber = z.int().min(2).max(1_000_000);

export const importedCustomer = z.strictObject({
  row: rowNumber,
  person: z.strictObject({ ...newCustomer, credits: creditTiers.optional() }),
  homes: z.array(newAddressBody.omit({ customerID: true })).max(20),
  /** Becomes a note of the office on the customer. */
  note: paragraph(2000).default(''),
});
export type ImportedCustomer = z.output<typeof importedCustomer>;

export const importedCleaner = z.strictObject({ row: rowNumber, person: newCleaner });
export type ImportedCleaner = z.output<typeof importedCleaner>;

export const batch = z.strictObject({
  id,
  kind: z.enum(KINDS),
  source: z.enum(SOURCES),
  filename: z.string(),
  /** People that the dry run found new. */
  total: z.int(),
  created: z.int(),
  /** Not written: their number or address had been taken meanwhile. */
  skipped: z.int(),
  /** Removed by an undo. */
  removed: z.int(),
  state: z.enum(['running', 'finished', 'cancelled', 'undone']),
  /** The admin who imported it. */
  by: z.string(),
  createdAt: wireMoment,
  updatedAt: wireMoment,
});
export type Batch = z.output<typeof batch>;

export const listImports = defineCall({
  method: 'GET',
  path: '/imports',
  ...openTo(policy.importPeople),
  summary: 'The latest 100 imports, newest first.',
  reply: z.strictObject({ items: z.array(batch) }),
});

/** A row that was not written, or that an undo kept. */
const reportedRow = z.strictObject({
  id: z.string(),
  row: z.int(),
  outcome: z.enum(['skipped', 'kept']),
  reason: z.string(),
  /** The record that was kept, and its name; null if there is none. */
  recordID: id.nullable(),
  name: z.string(),
});
export type ReportedRow = z.output<typeof reportedRow>;

export const listImportReport = defineCall({
  method: 'GET',
  path: '/imports/:id/report',
  ...openTo(policy.importPeople),
  summary: 'The first 500 rows of an import that were skipped, or that an undo kept, with the reasons.',
  params: idParams,
  reply: z.strictObject({ items: z.array(reportedRow) }),
});

export const findImported = defineCall({
  method: 'POST',
  path: '/imports/find',
  ...openTo(policy.importPeople),
  summary: 'Which of these people are there already, by mobile number or e-mail address; writes nothing.',
  body: z.strictObject({
    kind: z.enum(KINDS),
    people: z
      .array(z.strictObject({ mobile, email: z.string().trim().toLowerCase().max(254).default('') }))
      .min(1)
      .max(LOOKUPS_AT_ONCE),
  }),
  reply: z.strictObject({
    items: z.array(
      z.strictObject({
        /** The position in `people`. */
        index: z.int(),
        recordID: id,
        same: z.enum(['mobile', 'email']),
        trash: trashed,
      }),
    ),
  }),
});

export const startImport = defineCall({
  method: 'POST',
  path: '/imports',
  ...openTo(policy.importPeople),
  summary: 'Starts an import; the people follow in further requests.',
  body: z.strictObject({
    kind: z.enum(KINDS),
    source: z.enum(SOURCES),
    filename: required(200),
    total: z.int().min(1).max(MAX_ROWS),
  }),
  reply: batch,
  status: 201,
  errors: {},
  idempotent: true,
});

const ending = pick(errors, 'import_ended');
const writing = pick(errors, 'import_ended', 'import_of_others');

export const importCustomers = defineCall({
  method: 'POST',
  path: '/imports/:id/customers',
  ...openTo(policy.importPeople),
  summary: 'Adds customers and their homes; those whose number or address is taken are skipped.',
  params: idParams,
  body: z.strictObject({ people: z.array(importedCustomer).min(1).max(PEOPLE_AT_ONCE) }),
  reply: batch,
  errors: writing,
  idempotent: true,
});

export const importCleaners = defineCall({
  method: 'POST',
  path: '/imports/:id/cleaners',
  ...openTo(policy.importPeople),
  summary: 'Adds cleaners; those whose number is taken are skipped.',
  params: idParams,
  body: z.strictObject({ people: z.array(importedCleaner).min(1).max(PEOPLE_AT_ONCE) }),
  reply: batch,
  errors: writing,
  idempotent: true,
});

export const endImport = defineCall({
  method: 'POST',
  path: '/imports/:id/end',
  ...openTo(policy.importPeople),
  summary: 'Finishes or cancels an import. What was written stays until it is undone.',
  params: idParams,
  body: z.strictObject({ cancelled: flag.default(false) }),
  reply: batch,
});

export const undoImport = defineCall({
  method: 'POST',
  path: '/imports/:id/undo',
  ...openTo(policy.importPeople),
  summary: `Removes the next ${UNDONE_AT_ONCE} people of an import, unless something refers to them by now. Ask again while \`left\` is not 0.`,
  params: idParams,
  reply: z.strictObject({
    batch,
    /** People that have not been looked at. */
    left: z.int(),
  }),
  errors: ending,
});

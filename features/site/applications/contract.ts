import { z } from 'zod';
import { cleanerReply } from '#features/people/cleaners/cleaner-shapes.ts';
import { errors as cleanerErrors, createBody as newCleanerBody } from '#features/people/cleaners/contract.ts';
import * as routes from '#features/routes.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { honeypot, inboxStep, phoneNumber, replyBody } from '#platform/contract/inbox.ts';
import { recordCalls } from '#platform/contract/record.ts';
import { defineFields, recordReply } from '#platform/contract/record-fields.ts';
import {
  email,
  id,
  idParams,
  line,
  paragraph,
  requiredName,
  whole,
  wireMoment,
} from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { changeApplication, seeApplication } from './rules/policy.ts';
import { APPLICATION_STATES } from './rules/states.ts';

const AGE = 'Enter your age in years, from 16 to 99.';

const applicationErrors = defineErrors({
  no_email: {
    status: 409,
    title: 'No e-mail address',
    detail: 'This application has no e-mail address. Call instead, or add the address first.',
  },
  hired_before: {
    status: 409,
    title: 'Already hired',
    detail: 'This applicant has already been hired. Open their cleaner page instead.',
  },
});

const age = z.union([z.literal('').transform(() => null), z.null(), whole(16, 99, AGE)], { error: AGE });
const optionalEmail = z.union([z.literal(''), email], {
  error: 'Use an e-mail address like name@example.com.',
});

/** What the applicant writes. Age, gender and nationality are only for the work pass: optional, and no list sorts by them. */
const written = defineFields({
  firstname: { label: 'First name', sent: requiredName(), required: true, searched: true },
  lastname: { label: 'Last name', sent: line(), initial: '', searched: true },
  email: { label: 'E-mail', sent: optionalEmail, shown: z.string(), initial: '', searched: true },
  phone: { label: 'Phone', sent: phoneNumber, shown: z.string(), required: true, searched: true },
  home_area: { label: 'Lives in', sent: line(), initial: '', searched: true },
  apply_for: { label: 'Applies for', sent: line(), initial: '', searched: true },
  experience: { label: 'Experience', sent: paragraph(2000), initial: '' },
  gender: { label: 'Gender', sent: line(30), initial: '' },
  age: { label: 'Age', sent: age, shown: z.int().nullable(), initial: null },
  nationality: { label: 'Nationality', sent: line(60), initial: '' },
  message: { label: 'Message', sent: paragraph(4000), initial: '', searched: true },
});
const state = z.enum(APPLICATION_STATES);
export const applicationFields = defineFields({
  ...written.table,
  state: { label: 'Status', sent: state },
  /** Internal: the applicant never sees it. */
  note: { label: 'Note', sent: paragraph(4000) },
});

const applicationItem = recordReply(applicationFields, {
  /** The cleaner created from the application; null if there is none. */
  cleanerID: id.nullable(),
});
export type ApplicationItem = z.output<typeof applicationItem>;

const applicationReply = applicationItem.extend({ history: z.array(inboxStep) });
export type ApplicationReply = z.output<typeof applicationReply>;

export const submitBody = z.strictObject({ ...written.draft, website: honeypot });

const submitApplication = defineCall({
  ...routes.submitApplication,
  who: ['anyone'],
  summary: 'Applies as a cleaner. `website` is a honeypot: submissions that fill it in are discarded',
  body: submitBody,
  reply: z.strictObject({ id, ...written.shown, createdAt: wireMoment }),
  creates: true,
});

const { create: _added, ...kept } = recordCalls({
  path: '/join-us',
  one: 'an application',
  many: 'applications of cleaners, the newest first',
  see: seeApplication,
  change: changeApplication,
  item: applicationItem,
  whole: applicationReply,
  create: submitBody,
  update: z.strictObject(applicationFields.sent).partial(),
  sortable: ['createdAt', 'name', 'phone', 'email', 'apply_for', 'home_area', 'state', 'note'],
  filters: { state: state.optional() },
});
export const applications = { ...kept, create: submitApplication };

export const replyToApplication = defineCall({
  method: 'POST',
  path: '/join-us/:id/reply',
  ...openTo(changeApplication),
  summary: 'Replies by e-mail; the reply is stored with the application',
  params: idParams,
  body: replyBody,
  reply: applicationReply,
  errors: pick(applicationErrors, 'no_email'),
  idempotent: true,
});

export const hireApplicant = defineCall({
  method: 'POST',
  path: '/join-us/:id/hire',
  ...openTo(changeApplication),
  summary: 'Creates a cleaner from an application and marks it as hired',
  params: idParams,
  body: newCleanerBody,
  reply: cleanerReply,
  status: 201,
  errors: { ...pick(cleanerErrors, 'mobile_in_use'), ...pick(applicationErrors, 'hired_before') },
});

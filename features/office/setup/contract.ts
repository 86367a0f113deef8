import { z } from 'zod';
import { jobType } from '#features/catalogue/packages/contract.ts';
import { errors as cleanerErrors } from '#features/people/cleaners/contract.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors, pick } from '#platform/contract/errors.ts';
import { cents, flag, hours, id, mobile, required, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { FINDING_STATES, PROVIDER_NAMES } from '#platform/kernel/provider-names.ts';
import { setUpBusiness, testProviders } from './rules/policy.ts';
import { SIZE_KEYS } from './rules/starting-packages.ts';
import { CONFIRMED_STEPS, STEPS } from './rules/steps.ts';

export const setupErrors = defineErrors({
  no_free_time: {
    status: 409,
    title: 'No free time',
    detail:
      'No cleaner is free for a visit in the next two weeks. Check the cleaners’ hours, then try again.',
  },
  nothing_to_book: {
    status: 409,
    title: 'Nothing to book',
    detail: 'No package can be booked yet. Add services and cleaners first.',
  },
  test_visit_in_use: {
    status: 409,
    title: 'The test visit is in use',
    detail:
      'Payments, pay or other bookings refer to the test visit, so it cannot be removed without a trace. Cancel it instead.',
  },
  no_own_email: {
    status: 409,
    title: 'No e-mail address',
    detail: 'Your account has no e-mail address. Enter one under Your account, then test again.',
  },
});

const testVisit = z.strictObject({
  jobID: id,
  number: z.int(),
  startTime: wireMoment,
  cleaners: z.array(z.strictObject({ id, fullname: z.string() })),
});

const setup = z.strictObject({
  /** Nobody can book yet: the overview shows the set-up instead. */
  isNeeded: z.boolean(),
  /** The office has hidden the line on the overview. */
  isDismissed: z.boolean(),
  done: z.array(z.enum(STEPS)),
  /** Visit packages that are not in the trash, and cleaners with working hours. */
  packages: z.int(),
  /** Those for which there are enough cleaners and hours: only these are offered to customers. */
  bookable: z.int(),
  cleaners: z.int(),
  /** Which of the needed providers are real. */
  providers: z.strictObject({ mail: z.boolean(), sms: z.boolean(), payments: z.boolean() }),
  /** Of the admin who asks. */
  account: z.strictObject({
    hasOwnPassword: z.boolean(),
    email: z.string(),
    hasSecondFactor: z.boolean(),
  }),
  testVisit: testVisit.nullable(),
});
export type Setup = z.output<typeof setup>;

export const readSetup = defineCall({
  method: 'GET',
  path: '/setup',
  ...openTo(setUpBusiness),
  summary: 'What of the set-up is done, found out from what exists',
  reply: setup,
});

export const confirmStep = defineCall({
  method: 'POST',
  path: '/setup/confirm',
  ...openTo(setUpBusiness),
  summary: 'Says that a step is right as it is: not registered for GST, these hours, this look',
  body: z.strictObject({ step: z.enum(CONFIRMED_STEPS) }),
  reply: setup,
});

export const dismissSetup = defineCall({
  method: 'POST',
  path: '/setup/dismiss',
  ...openTo(setUpBusiness),
  summary: 'Hides what is left of the set-up from the overview, for everyone, or shows it again',
  body: z.strictObject({ isDismissed: flag }),
  reply: setup,
});

const homeOffer = z.strictObject({
  size: z.enum(SIZE_KEYS),
  numCleaners: z.int({ error: 'Enter a whole number.' }).min(1, { error: 'Enter at least 1.' }).max(5, {
    error: 'Enter at most 5.',
  }),
  hoursPerCleaner: hours,
  price: cents.optional(),
});

export const createStartingPackages = defineCall({
  method: 'POST',
  path: '/setup/packages',
  ...openTo(setUpBusiness),
  summary: 'Adds the packages of a table, all or none. What is already on sale for the same home is kept.',
  body: z.strictObject({
    services: z
      .array(
        z.strictObject({
          type: jobType,
          pricePerHour: cents.optional(),
          suppliesIncluded: flag.default(false),
          homes: z.array(homeOffer).max(SIZE_KEYS.length),
        }),
      )
      .min(1)
      .max(4),
  }),
  reply: z.strictObject({ created: z.int(), kept: z.int() }),
  status: 201,
});

/** Minutes since midnight. */
const minute = z
  .int()
  .min(0)
  .max(24 * 60);

export const MOST_CLEANERS = 50;

export const createFirstCleaners = defineCall({
  method: 'POST',
  path: '/setup/cleaners',
  ...openTo(setUpBusiness),
  summary: 'Adds several cleaners with the same hours, all or none. Who is there already is kept.',
  errors: pick(cleanerErrors, 'mobile_in_use'),
  body: z.strictObject({
    cleaners: z
      .array(z.strictObject({ name: required(100), mobile }))
      .min(1, { error: 'Enter at least one cleaner.' })
      .max(MOST_CLEANERS),
    hours: z
      .strictObject({
        /** 0 for Sunday. */
        weekdays: z.array(z.int().min(0).max(6)).min(1, { error: 'Choose at least one day.' }).max(7),
        from: minute,
        until: minute,
      })
      .refine(({ from, until }) => from < until, {
        error: 'The end must be after the start.',
        path: ['until'],
      }),
  }),
  reply: z.strictObject({ created: z.int(), kept: z.int() }),
  status: 201,
});

export const bookTestVisit = defineCall({
  method: 'POST',
  path: '/setup/test-visit',
  ...openTo(setUpBusiness),
  summary:
    'Books a visit that costs nothing for a customer who does not exist. A second request finds the first visit.',
  body: z.strictObject({}),
  reply: testVisit,
  status: 201,
  errors: pick(setupErrors, 'no_free_time', 'nothing_to_book'),
});

export const removeTestVisit = defineCall({
  method: 'POST',
  path: '/setup/test-visit/remove',
  ...openTo(setUpBusiness),
  summary: 'Removes the test visit with its customer; the audit trail keeps that there was one',
  body: z.strictObject({}),
  reply: z.strictObject({ removed: z.boolean() }),
  errors: pick(setupErrors, 'test_visit_in_use'),
});

const finding = z.strictObject({
  about: z.string(),
  provider: z.enum(PROVIDER_NAMES).nullable(),
  state: z.enum(FINDING_STATES),
  says: z.string(),
  failingSince: wireMoment.nullable(),
});
export type Finding = z.output<typeof finding>;

export const examineProviders = defineCall({
  method: 'GET',
  path: '/providers',
  ...openTo(testProviders),
  summary:
    'What is configured and whether it answers, by a real request to each. Limited to 30 in ten minutes.',
  reply: z.strictObject({ items: z.array(finding), isSandbox: z.boolean() }),
});

export const testProvider = defineCall({
  method: 'POST',
  path: '/providers/test',
  ...openTo(testProviders),
  summary:
    'Sends an e-mail to one’s own address or a text message to a number, or asks the payment provider. Ten in an hour.',
  body: z
    .strictObject({ provider: z.enum(['mail', 'sms', 'payments']), mobile: mobile.optional() })
    .refine((sent) => (sent.provider === 'sms') === (sent.mobile !== undefined), {
      error: 'Enter a mobile number for a text message, and only for that.',
      path: ['mobile'],
    }),
  reply: finding,
  errors: pick(setupErrors, 'no_own_email'),
});

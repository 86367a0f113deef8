import { z } from 'zod';
import { seeStatistics } from '#features/work/jobs/rules/policy.ts';
import { defineCall } from '#platform/contract/call.ts';
import { defineErrors } from '#platform/contract/errors.ts';
import { id, moment, wireMoment } from '#platform/contract/schemas.ts';
import { openTo } from '#platform/kernel/policy.ts';
import { need, needKind, person } from './contract/needs.ts';
import { OUT_STATES } from './rules/cleaner-whereabouts.ts';
import { putOffNeed, seeOverview } from './rules/policy.ts';

const overviewErrors = defineErrors({
  not_later_today: {
    status: 422,
    title: 'Not later today',
    detail: 'Choose a later time of the same day.',
  },
});

const count = z.int();

export const officeCounts = defineCall({
  method: 'GET',
  path: '/overview/counts',
  ...openTo(seeOverview),
  summary: 'How many things wait for the office now, by kind',
  reply: z.strictObject({
    /** Visits of the next seven days without their crew. */
    needsCrew: count,
    /** Visits that should have begun. */
    late: count,
    /** Visits that are over, but not clocked out. */
    notFinished: count,
    /** Bookings that are held unpaid, or whose due date has come; a series counts once. */
    unpaid: count,
    /** Payment problems that nobody has resolved. */
    paymentProblems: count,
    /** Conversations in which the customer waits for an answer. */
    messages: count,
    /** Contact requests and applications that are new. */
    contactRequests: count,
    applications: count,
    /** Reviews that are neither published nor hidden. */
    reviews: count,
    /** Messages of the last seven days that could not be delivered and have not been sent again. */
    undelivered: count,
    /** Background tasks that have used up their attempts. */
    failedTasks: count,
  }),
});

/** A figure of this week until now, and of the same days last week. */
const compared = <S extends z.ZodRawShape>(shape: S) => {
  const figure = z.strictObject(shape);
  return z.strictObject({ now: figure, before: figure });
};

const hourOfDay = z.strictObject({
  /** 9 for 9 to 10 am. */
  hour: z.int(),
  done: count,
  now: count,
  toCome: count,
  noOne: count,
});

const whereabouts = z.strictObject({
  cleaner: person,
  state: z.enum(OUT_STATES),
  /** The current visit, or the next one of a free cleaner. */
  visit: z
    .strictObject({ jobID: id, customer: z.string(), startTime: wireMoment, endTime: wireMoment })
    .nullable(),
});

const newsRow = z.strictObject({ jobID: id, customer: z.string(), startTime: wireMoment, at: wireMoment });
const news = z.strictObject({ count, rows: z.array(newsRow) });

export const readOverview = defineCall({
  method: 'GET',
  path: '/overview',
  ...openTo(seeOverview),
  summary: 'What needs the office now, the day hour by hour, and what is new',
  query: z.strictObject({
    /** Rows of each kind of need, at most. */
    each: z.coerce.number().int().min(1).max(100).default(5),
  }),
  reply: z.strictObject({
    /** The business day and the time of the reply. */
    day: z.string(),
    now: wireMoment,
    /** Visits of the day that go ahead, their hours (each cleaner’s), and the cleaners in them. */
    today: z.strictObject({ visits: count, hours: z.number(), cleaners: count }),
    /** The most urgent first. */
    needs: z.array(need),
    /** How many more there are of a kind. */
    more: z.array(z.strictObject({ kind: needKind, count })),
    hours: z.array(hourOfDay),
    out: z.strictObject({
      counts: z.record(z.enum(OUT_STATES), count),
      /** Those who matter now first; not everyone in a large company. */
      rows: z.array(whereabouts),
      /** Before anyone is out: the visits with which the day begins. */
      first: z.array(
        z.strictObject({
          jobID: id,
          startTime: wireMoment,
          cleaners: z.array(person),
          customer: z.string(),
          area: z.string().nullable(),
          /** How to get in; empty if nothing is known. */
          access: z.string(),
          isNewCustomer: z.boolean(),
        }),
      ),
    }),
    tomorrow: z.strictObject({
      day: z.string(),
      visits: count,
      firstStart: wireMoment.nullable(),
      noCrew: count,
      unpaid: count,
      /** Visits of customers who have had none before. */
      firstVisits: count,
    }),
    /** Since 6 pm yesterday; a series counts once. */
    since: z.strictObject({
      from: wireMoment,
      bookings: news,
      cancellations: news,
      /** Visits that their customers have changed. */
      changes: news,
      customers: z.strictObject({ count, rows: z.array(person.extend({ at: wireMoment })) }),
    }),
  }),
});
export type Overview = z.output<typeof readOverview.reply>;

export const putOffNeeds = defineCall({
  method: 'POST',
  path: '/overview/needs/put-off',
  ...openTo(putOffNeed),
  summary: 'Hides a row of the overview for oneself until later today. An emergency is shown all the same.',
  body: z
    .strictObject({
      kind: needKind,
      id,
      /** Only of a row of lost work: several cleaners of a visit may have one. */
      cleanerID: id.optional(),
      /** Later today; null shows the row again. */
      until: moment.nullable(),
    })
    .refine(({ kind, cleanerID }) => (kind === 'lost-work') === (cleanerID !== undefined), {
      error: 'Name the cleaner of lost work, and of no other row.',
      path: ['cleanerID'],
    }),
  reply: z.strictObject({ until: wireMoment.nullable() }),
  errors: overviewErrors,
});

export const readFigures = defineCall({
  method: 'GET',
  path: '/overview/figures',
  ...openTo(seeStatistics),
  summary: 'The figures of the week so far, each with that of the same days last week',
  reply: z.strictObject({
    /** From Monday until today. */
    week: z.strictObject({ from: z.string(), to: z.string() }),
    /** Cents, less refunds. */
    taken: compared({ cents: z.int() }),
    /** Hours of visits that go ahead, and the part that is done. */
    hours: compared({ booked: z.number(), worked: z.number() }),
    /** Hours booked and hours that cleaners are available. */
    filled: compared({ booked: z.number(), available: z.number() }),
    cancelled: compared({ visits: count, within24Hours: count }),
    /** Prepaid hours that customers have left, and their value in cents. */
    owed: compared({ hours: z.number(), cents: z.int() }),
    /** Of the last 30 days; null without reviews. */
    rating: compared({ average: z.number().nullable(), count }).extend({
      /** Their first day. */
      from: z.string(),
    }),
  }),
});
export type Figures = z.output<typeof readFigures.reply>;

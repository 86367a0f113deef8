import { countUndelivered, findUndelivered } from '#features/messages/messages/server/index.ts';
import { findExpiringHours } from '#features/money/credits/server/index.ts';
import { seeMoney } from '#features/money/payments/rules/policy.ts';
import { countOpenAlarms, findOpenAlarms } from '#features/money/payments/server/index.ts';
import { findExpiringCards } from '#features/people/customers/server/index.ts';
import { countNewApplications, findNewApplications } from '#features/site/applications/server/index.ts';
import { countNewRequests, findNewRequests } from '#features/site/contact-requests/server/index.ts';
import { countUnanswered, findUnanswered } from '#features/work/conversations/server/index.ts';
import {
  CREW_AHEAD,
  findMissingCrew,
  findNextStarts,
  type MissingCrew,
} from '#features/work/jobs/server/index.ts';
import { dayOf } from '#platform/kernel/business-time.ts';
import { fullnameOf } from '#platform/kernel/names.ts';
import { may } from '#platform/kernel/policy.ts';
import type { Context } from '#platform/server/context.ts';
import type { NeedRow } from '../contract/needs.ts';
import { keyOfNeed } from '../rules/need-key.ts';
import { byUrgency, isEmergency, type NeedKind } from '../rules/urgency.ts';
import { awayKind, reportKind, timeOffKind, visitKinds } from './find-visit-needs.ts';
import { type Kind, readAt } from './need-kind.ts';
import { findPutOff } from './put-off.ts';

const HOURS_AHEAD = { hours: 7 * 24 };

export interface Needs {
  readonly needs: readonly NeedRow[];
  readonly more: readonly { readonly kind: NeedKind; readonly count: number }[];
  /** For the rest of the page. */
  readonly missing: readonly MissingCrew[];
}

/**
 * Everything that needs the office now, the most urgent first.
 *
 * @param each rows of each kind, at most
 */
export async function findNeeds(ctx: Context, each: number): Promise<Needs> {
  const missing = await findMissingCrew(ctx, ctx.clock.now().add(CREW_AHEAD));
  const putOff = await findPutOff(ctx);
  const most = each + putOff.size;
  const reports = await reportKind(ctx, most);
  const found = [
    reports,
    ...(await visitKinds(ctx, missing, most)),
    awayKind(ctx, { missing, reports }, most),
    ...(may(ctx.actor, seeMoney) ? [await problemKind(ctx, most)] : []),
    await timeOffKind(ctx, most),
    await messageKind(ctx, most),
    await requestKind(ctx, most),
    await applicationKind(ctx, most),
    await undeliveredKind(ctx, most),
    await cardKind(ctx, most),
    await hoursKind(ctx, most),
  ];
  const kinds = found.map((kind) => shownOf(kind, { putOff, each, now: ctx.clock.now() }));
  const rows = kinds.flatMap((one) => one.rows.map((row) => ({ ...row, at: readAt(row.when) })));
  const sorted = byUrgency(
    rows.map((row) => ({ kind: row.kind, when: row.at, row })),
    ctx.clock.now(),
  );
  return {
    needs: sorted.map(({ row: { at: _at, ...row } }) => row),
    more: kinds.flatMap(({ kind, rows: shown, count }) =>
      count > shown.length ? [{ kind, count: count - shown.length }] : [],
    ),
    missing,
  };
}

interface Shown {
  readonly putOff: ReadonlySet<string>;
  readonly each: number;
  readonly now: Temporal.Instant;
}

/** Without the rows that are put off, unless they have become emergencies. */
function shownOf({ kind, rows, count }: Kind, { putOff, each, now }: Shown): Kind {
  const open = rows.filter(
    (row) =>
      !putOff.has(keyOfNeed(row)) ||
      isEmergency(kind, readAt(row.when).epochMilliseconds - now.epochMilliseconds),
  );
  return { kind, rows: open.slice(0, each), count: count - (rows.length - open.length) };
}

async function problemKind(ctx: Context, most: number): Promise<Kind> {
  const alarms = await findOpenAlarms(ctx, most);
  return {
    kind: 'payment-problem',
    count: await countIfFull(alarms, most, () => countOpenAlarms(ctx)),
    rows: alarms.map(({ id, kind, why, cents, customer, dueBy, raisedAt }) => ({
      kind: 'payment-problem',
      id,
      when: dueBy ?? raisedAt,
      problem: kind,
      why,
      cents,
      customer,
      dueBy,
    })),
  };
}

async function messageKind(ctx: Context, most: number): Promise<Kind> {
  const threads = await findUnanswered(ctx, most);
  return {
    kind: 'message',
    count: await countIfFull(threads, most, () => countUnanswered(ctx)),
    rows: threads.map(({ jobID, customer, text, createdAt }) => ({
      kind: 'message',
      id: jobID,
      when: createdAt,
      customer,
      text,
    })),
  };
}

async function requestKind(ctx: Context, most: number): Promise<Kind> {
  const requests = await findNewRequests(ctx, most);
  return {
    kind: 'contact-request',
    count: await countIfFull(requests, most, () => countNewRequests(ctx)),
    rows: requests.map(({ id, firstname, lastname, subject, message, createdAt }) => ({
      kind: 'contact-request',
      id,
      when: createdAt,
      name: nameOf(firstname, lastname),
      text: subject || message,
    })),
  };
}

async function applicationKind(ctx: Context, most: number): Promise<Kind> {
  const applications = await findNewApplications(ctx, most);
  return {
    kind: 'application',
    count: await countIfFull(applications, most, () => countNewApplications(ctx)),
    rows: applications.map(({ id, firstname, lastname, home_area, createdAt }) => ({
      kind: 'application',
      id,
      when: createdAt,
      name: nameOf(firstname, lastname),
      area: home_area,
    })),
  };
}

function nameOf(firstname: string, lastname: string): string {
  return fullnameOf({ firstname, lastname, displayName: null });
}

async function undeliveredKind(ctx: Context, most: number): Promise<Kind> {
  const messages = await findUndelivered(ctx, most);
  return {
    kind: 'undelivered',
    count: await countIfFull(messages, most, () => countUndelivered(ctx)),
    rows: messages.map(({ id, title, channel, to, failure, jobID, createdAt, canResend }) => ({
      kind: 'undelivered',
      id,
      when: createdAt,
      title,
      channel,
      to,
      failure,
      jobID,
      canResend,
    })),
  };
}

/** Cards that expire before their customer's next visit. */
async function cardKind(ctx: Context, most: number): Promise<Kind> {
  const month = dayOf(ctx.clock.now(), ctx.config.BUSINESS_TZ).toPlainYearMonth();
  const cards = await findExpiringCards(ctx, month);
  const starts = await findNextStarts(
    ctx,
    cards.map(({ customer }) => customer.id),
  );
  const rows = cards
    .flatMap((card): NeedRow[] => {
      const start = starts.get(card.customer.id);
      if (start === undefined || !isAfter(ctx, start, card.month)) return [];
      const { customer, last4 } = card;
      return [
        { kind: 'card-expiring', id: customer.id, when: start, customer, last4, month: String(card.month) },
      ];
    })
    .toSorted((a, b) => Temporal.Instant.compare(readAt(a.when), readAt(b.when)));
  return { kind: 'card-expiring', rows: rows.slice(0, most), count: rows.length };
}

/** A card is valid through the last day of its month. */
function isAfter({ config }: Context, start: string, month: Temporal.PlainYearMonth): boolean {
  const visit = dayOf(readAt(start), config.BUSINESS_TZ).toPlainYearMonth();
  return Temporal.PlainYearMonth.compare(visit, month) > 0;
}

async function hoursKind(ctx: Context, most: number): Promise<Kind> {
  const { count, rows } = await findExpiringHours(ctx, ctx.clock.now().add(HOURS_AHEAD), most);
  return {
    kind: 'hours-expiring',
    count,
    rows: rows.map(({ customer, hours, expiresAt }) => ({
      kind: 'hours-expiring',
      id: customer.id,
      when: expiresAt,
      customer,
      hours,
    })),
  };
}

/** Counts only if the rows may not be all. */
async function countIfFull(
  rows: readonly unknown[],
  most: number,
  count: () => Promise<number>,
): Promise<number> {
  return rows.length < most ? rows.length : count();
}

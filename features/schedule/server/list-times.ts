import type { z } from 'zod';
import { cleanerCards } from '#features/cleaners/server/index.ts';
import { dayBounds, instantToWire } from '#platform/kernel/business-time.ts';
import { ownIdFor } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuseField } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { slotDay, slotsReply } from '../contract/shapes.ts';
import type { listTimeAvailable } from '../contract.ts';
import { MOST_SLOT_DAYS, type OfferedSlot, offeredSlots } from '../rules/offered-slots.ts';
import { type Opening, openingOfLaterDates } from '../rules/opening.ts';
import type { Plan } from '../rules/plan-visit.ts';
import { seeUsualCleaner } from '../rules/policy.ts';
import { possibleStarts, withoutBookings } from '../rules/possible-starts.ts';
import { loadPlan } from './load-plan.ts';
import { resolveVisitNeed } from './resolve-need.ts';
import { usualCleaners } from './usual-cleaners.ts';

type Query = z.output<typeof listTimeAvailable.query>;
type SlotsReply = z.output<typeof slotsReply>;
type SlotDay = z.output<typeof slotDay>;

/** The free starting times of a day or of up to 62, in a fixed number of queries. */
export async function listTimes(
  ctx: Context,
  query: Query,
): Promise<SlotsReply | Refusal<'invalid' | 'not_found'>> {
  const days = daysOf(query);
  if (isRefusal(days)) return days;
  const resolved = await resolveVisitNeed(ctx, query);
  if (isRefusal(resolved)) return resolved;
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return { days: [], usualCleaner: null };
  const zone = ctx.config.BUSINESS_TZ;
  const loaded = await loadPlan(ctx, {
    ...resolved,
    home: null,
    isUnranked: true,
    customerId: null,
    named: [],
    starts: [],
    stretches: [{ from: dayBounds(first, zone).start, until: dayBounds(last, zone).start }],
    ...(query.cleanerID !== undefined && resolved.need.numCleaners === 1
      ? { cleanerIds: [query.cleanerID] }
      : {}),
  });
  const plan = { ...loaded, opening: await openingFor(ctx, loaded) };
  const usual = await usualCleanerCard(ctx, plan);
  const unbooked = withoutBookings(plan.diaries);
  const shown = days.map((day) => ({
    ...showDay(day, plan, { mustHave: query.cleanerID, usual: usual?.id }),
    possible: possibleStarts(day, plan.need, unbooked, plan.opening),
  }));
  return { ...(query.date === undefined ? {} : topOf(shown[0])), days: shown, usualCleaner: usual };
}

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** What jobs, which lie above, answer about one of them. */
    readonly jobQuestions?: {
      /** Whether it is a visit of a series, which may lie further ahead. */
      readonly isOfSeries?: (ctx: Context, jobId: string) => Promise<boolean>;
    };
  }
}

/** A visit of a series that is moved may go as far ahead as it could have been booked. */
async function openingFor(ctx: Context, { need, opening }: Plan): Promise<Opening> {
  const [movedId] = need.excludeJobIds ?? [];
  const isOfSeries = movedId !== undefined && (await ctx.composed.jobQuestions?.isOfSeries?.(ctx, movedId));
  return isOfSeries ? openingOfLaterDates(opening) : opening;
}

function daysOf({ date, from_date, to_date }: Query): Temporal.PlainDate[] | Refusal<'invalid'> {
  const from = date ?? from_date;
  const until = date ?? to_date ?? from_date;
  if (from === undefined || until === undefined) return refuseField('date', 'Enter the day as YYYY-MM-DD.');
  const first = Temporal.PlainDate.from(from);
  const count = first.until(Temporal.PlainDate.from(until)).total('days') + 1;
  if (count < 1) return refuseField('to_date', 'The last day is before the first.');
  if (count > MOST_SLOT_DAYS) return refuseField('to_date', `Ask for at most ${MOST_SLOT_DAYS} days.`);
  return Array.from({ length: count }, (_, i) => first.add({ days: i }));
}

async function usualCleanerCard(ctx: Context, plan: Plan): Promise<SlotsReply['usualCleaner']> {
  const ownId = ownIdFor(ctx.actor, seeUsualCleaner);
  if (ownId === null) return null;
  const here = new Set(plan.diaries.map((diary) => diary.cleanerId));
  const id = (await usualCleaners(ctx, ownId)).find((usual) => here.has(usual));
  const [card] = id === undefined ? [] : await cleanerCards(ctx, [id]);
  return card === undefined
    ? null
    : { id: card.id, firstname: card.firstname, profilePhoto: card.profilePhoto };
}

interface Marks {
  readonly mustHave: string | undefined;
  readonly usual: string | undefined;
}

function showDay(day: Temporal.PlainDate, plan: Plan, marks: Marks): Omit<SlotDay, 'possible'> {
  const { need, diaries, opening } = plan;
  const offered = offeredSlots(day, need, diaries, opening).filter(
    (slot) => marks.mustHave === undefined || slot.freeIds.includes(marks.mustHave),
  );
  return {
    date: day.toString(),
    closed: opening.closedDays.get(day.toString()) ?? null,
    slots: offered.map((slot) => showSlot(slot, opening.zone, marks.usual)),
  };
}

function showSlot(slot: OfferedSlot, zone: string, usual: string | undefined): SlotDay['slots'][number] {
  return {
    startTime: instantToWire(slot.start, zone),
    endTime: instantToWire(slot.end, zone),
    cleaners: slot.freeIds.length,
    usualCleaner: usual !== undefined && slot.freeIds.includes(usual),
  };
}

function topOf(day: SlotDay | undefined): Pick<SlotsReply, 'date' | 'slots'> {
  return day === undefined ? {} : { date: day.date, slots: day.slots };
}

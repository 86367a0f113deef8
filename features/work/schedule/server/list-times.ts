import type { z } from 'zod';
import { cleanerCards } from '#features/people/cleaners/server/index.ts';
import { dayBounds, dayOf, instantToWire, readInstant } from '#platform/kernel/business-time.ts';
import { may, ownIDFor } from '#platform/kernel/policy.ts';
import { isRefusal, type Refusal, refuseField } from '#platform/kernel/refusal.ts';
import type { Context } from '#platform/server/context.ts';
import type { RatedPerson, slotDay, slotsReply } from '../contract/shapes.ts';
import { listTimeAvailable } from '../contract.ts';
import { UNRATED } from '../rules/cleaner-rating.ts';
import { MAX_SLOT_DAYS, type OfferedDay, type OfferedSlot, offeredSlots } from '../rules/offered-slots.ts';
import { type Opening, openingOfLaterDates } from '../rules/opening.ts';
import { seeFreeCleaners, seeUsualCleaner } from '../rules/policy.ts';
import type { Roster } from '../rules/roster.ts';
import type { VisitNeed } from '../rules/visit-need.ts';
import type { Period } from './diaries.ts';
import { loadOpening, loadTravel, readTimeSettings, type TimeSettings } from './load-opening.ts';
import { loadRoster, suitedCleaners } from './load-roster.ts';
import { shownRatings } from './rank-free.ts';
import { resolveVisitNeed } from './resolve-need.ts';
import { usualCleaners } from './usual-cleaners.ts';

type Query = z.output<typeof listTimeAvailable.query>;
type SlotsReply = z.output<typeof slotsReply>;
type SlotDay = z.output<typeof slotDay>;

/** The free start times of a day or of up to 62 days, in a fixed number of queries. */
export async function listTimes(
  ctx: Context,
  query: Query,
): Promise<SlotsReply | Refusal<'invalid' | 'not_found'>> {
  const days = daysOf(query);
  if (isRefusal(days)) return days;
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return { days: [], usualCleaner: null };
  const zone = ctx.config.BUSINESS_TZ;
  const period = { from: dayBounds(first, zone).start, until: dayBounds(last, zone).start };
  const search = await prepareSearch(ctx, query, period);
  if (isRefusal(search)) return search;
  const { need, opening, usualID } = search;
  const roster = await loadRoster(ctx, { ...search, periods: [period] });
  const offered = days.map((day) => ({ day, ...offeredSlots(day, need, roster, opening) }));
  const few = offered.flatMap(({ slots }) => slots.flatMap((slot) => fewAt(slot, roster)));
  const people = await readPeople(ctx, usualID === undefined ? few : [...few, usualID]);
  const marks = { mustHave: query.cleanerID, usual: usualID };
  const showsIDs = may(ctx.actor, seeFreeCleaners);
  const shown = offered.map((day) => showDay(day, { need, roster, opening, people, showsIDs }, marks));
  const top = query.date === undefined ? {} : firstDayFields(shown[0]);
  return { ...top, days: shown, usualCleaner: people.get(usualID ?? '') ?? null };
}

/** Resolves the requirements and the possible cleaners before any diary is read. */
async function prepareSearch(ctx: Context, query: Query, period: Period) {
  const ownID = ownIDFor(ctx.actor, seeUsualCleaner);
  const resolved = await resolveVisitNeed(ctx, query);
  if (isRefusal(resolved)) return resolved;
  const settings = await readTimeSettings(ctx);
  const usual = ownID === null ? [] : await usualCleaners(ctx, ownID);
  const need = { ...resolved.need, travel: await loadTravel(ctx, settings) };
  const named = query.cleanerID !== undefined && need.numCleaners === 1 ? [query.cleanerID] : undefined;
  const cleanerIDs = await suitedCleaners(ctx, { ...need, spoken: query.language }, named);
  const opening = await openingFor(ctx, { need, settings, period });
  return { need, cleanerIDs, opening, usualID: usual.find((id) => cleanerIDs.includes(id)) };
}

declare module '#platform/server/feature.ts' {
  interface Feature {
    /** Queries registered by jobs, a higher-level feature. */
    readonly jobQueries?: {
      /** Whether the job is a visit of a series, which may be further ahead. */
      readonly isOfSeries?: (ctx: Context, jobID: string) => Promise<boolean>;
    };
  }
}

interface OpeningQuery {
  readonly need: VisitNeed;
  readonly settings: TimeSettings;
  readonly period: Period;
}

/** A visit of a series may be moved as far ahead as it could have been booked. */
async function openingFor(ctx: Context, { need, settings, period }: OpeningQuery): Promise<Opening> {
  const opening = await loadOpening(ctx, period, settings);
  const [movedID] = need.excludeJobIDs ?? [];
  const isOfSeries = movedID !== undefined && (await ctx.composed.jobQueries?.isOfSeries?.(ctx, movedID));
  return isOfSeries ? openingOfLaterDates(opening) : opening;
}

function daysOf({ date, from_date, to_date }: Query): Temporal.PlainDate[] | Refusal<'invalid'> {
  const from = date ?? from_date;
  const until = date ?? to_date ?? from_date;
  if (from === undefined || until === undefined) return refuseField('date', 'Enter the day as YYYY-MM-DD.');
  const first = Temporal.PlainDate.from(from);
  const count = first.until(Temporal.PlainDate.from(until)).total('days') + 1;
  if (count < 1) return refuseField('to_date', 'The last day is before the first.');
  if (count > MAX_SLOT_DAYS) return refuseField('to_date', `Ask for at most ${MAX_SLOT_DAYS} days.`);
  return Array.from({ length: count }, (_, i) => first.add({ days: i }));
}

/** Free cleaners are named up to this number; with more, it is open who will come. */
const FEW = 2;

/** The free cleaners of a slot, if there are few. */
function fewAt({ cleaners, isFree }: OfferedSlot, { cleanerIDs }: Roster): readonly string[] {
  return cleaners > FEW ? [] : cleanerIDs.filter((_, index) => isFree(index));
}

async function readPeople(ctx: Context, ids: readonly string[]): Promise<ReadonlyMap<string, RatedPerson>> {
  const cards = await cleanerCards(ctx, [...new Set(ids)]);
  const ratings = await shownRatings(
    ctx,
    cards.map(({ id }) => id),
  );
  return new Map(
    cards.map(({ id, firstname, profilePhoto }) => [
      id,
      { id, firstname, profilePhoto, ...(ratings.get(id) ?? UNRATED) },
    ]),
  );
}

interface Search {
  readonly need: VisitNeed;
  readonly roster: Roster;
  readonly opening: Opening;
  readonly people: ReadonlyMap<string, RatedPerson>;
  /** Whether the actor may see which cleaners are free, not only their first names. */
  readonly showsIDs: boolean;
}

interface Marks {
  readonly mustHave: string | undefined;
  readonly usual: string | undefined;
}

type Offered = OfferedDay & { readonly day: Temporal.PlainDate };

function personAt({ id, firstname, rating, reviews }: RatedPerson, showsID: boolean) {
  return { ...(showsID && { id }), firstname, rating, reviews };
}

function showDay({ day, slots, possible }: Offered, search: Search, marks: Marks): SlotDay {
  const { need, roster, opening, people, showsIDs } = search;
  const indexOf = (cleanerID: string | undefined) => roster.cleanerIDs.indexOf(cleanerID ?? '');
  const [mustHave, usual] = [indexOf(marks.mustHave), indexOf(marks.usual)];
  const show = (slot: OfferedSlot) => ({
    startTime: instantToWire(slot.start, opening.zone),
    endTime: instantToWire(slot.start.add({ minutes: need.minutes }), opening.zone),
    cleaners: slot.cleaners,
    usualCleaner: slot.isFree(usual),
    people: fewAt(slot, roster).flatMap((id) => {
      const person = people.get(id);
      return person === undefined ? [] : [personAt(person, showsIDs)];
    }),
  });
  return {
    date: day.toString(),
    closed: opening.closedDays.get(day.toString()) ?? null,
    slots: slots.filter(({ isFree }) => marks.mustHave === undefined || isFree(mustHave)).map(show),
    possible,
  };
}

function firstDayFields(day: SlotDay | undefined): Pick<SlotsReply, 'date' | 'slots'> {
  return day === undefined ? {} : { date: day.date, slots: day.slots };
}

const DAYS_AHEAD = 14;

/** The next free start for a package from tomorrow on, within two weeks; null if nobody is free. */
export async function findFreeStart(
  ctx: Context,
  visit: { readonly packageID: string; readonly postal: string },
): Promise<Temporal.Instant | null> {
  const today = dayOf(ctx.clock.now(), ctx.config.BUSINESS_TZ);
  const period = {
    from_date: today.add({ days: 1 }).toString(),
    to_date: today.add({ days: DAYS_AHEAD }).toString(),
  };
  const found = await listTimes(ctx, listTimeAvailable.query.parse({ ...visit, ...period }));
  if (isRefusal(found)) return null;
  const [first] = (found.days ?? []).flatMap(({ slots }) => slots);
  return first === undefined ? null : readInstant(first.startTime);
}

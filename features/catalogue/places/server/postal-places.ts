import { sql } from 'kysely';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import type { Context, Services } from '#platform/server/context.ts';
import type { GeocodedPlace } from '#platform/server/providers/geocoding.ts';
import { throttle } from '#platform/server/throttle.ts';
import type { PlaceReply } from '../contract.ts';
import { writtenPlace } from '../rules/written-place.ts';
import { areaFinder, areaOfPostal } from './areas.ts';

/** Coordinates in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** Buildings are built and renamed; a code that is unknown today may be new. */
const KNOWN_FOR = Temporal.Duration.from({ hours: 365 * 24 });
const UNKNOWN_FOR = Temporal.Duration.from({ hours: 7 * 24 });
/** OneMap allows 250 requests a minute. */
const MAX_LOOKUPS = { key: 'geocoding', most: 200, per: Temporal.Duration.from({ minutes: 1 }) };

/**
 * The address of a postal code; null if it is unknown, no provider is configured, or the provider does not respond: the
 * person then types it. Takes two seconds at most. Call it outside a transaction.
 */
export async function findPlace(ctx: Context, postal: string): Promise<PlaceReply | null> {
  if (ctx.providers.geocoding === null) return null;
  const known = await ctx.db
    .selectFrom('postal_place')
    .select(['found', 'block', 'street', 'building', 'latitude', 'longitude', 'lookedUpAt'])
    .where('postal', '=', postal)
    .executeTakeFirst();
  if (known !== undefined && isFresh(ctx, known)) return known.found ? shown(known) : null;
  if ((await areaOfPostal(ctx, postal)) === null) {
    // No such sector. Remembered, so that the cron job does not take it for one that it has still to look up.
    if (POSTAL_CODE.test(postal)) await savePlace(ctx, postal, null);
    return null;
  }
  if ((await throttle(ctx, MAX_LOOKUPS)) !== null) return known?.found ? shown(known) : null;
  try {
    const place = await ctx.providers.geocoding.find(postal);
    await savePlace(ctx, postal, place);
    return place && shown(place);
  } catch (error) {
    ctx.log.warn({ err: error }, 'postal code could not be looked up');
    return known?.found ? shown(known) : null;
  }
}

/** Few enough that a cron job of a minute is done before the next one, even if the provider is slow. */
const MAX_AT_ONCE = 20;

/**
 * Looks up some of these postal codes, those that were never looked up. Call it again for the others. At random, so that codes
 * whose lookup fails each time do not keep the others from their turn.
 */
export async function lookUpPlaces(ctx: Context, postals: readonly string[]): Promise<void> {
  const { rows } = await sql<{ postal: string }>`
    select postal from unnest(${[...postals]}::text[]) as asked (postal)
    where not exists (select from postal_place where postal_place.postal = asked.postal)
    order by random()
    limit ${MAX_AT_ONCE}`.execute(ctx.db);
  for (const { postal } of rows) await findPlace(ctx, postal);
}

function isFresh(ctx: Context, { found, lookedUpAt }: { found: boolean; lookedUpAt: string }): boolean {
  const until = readDatabaseTime(lookedUpAt).add(found ? KNOWN_FOR : UNKNOWN_FOR);
  return Temporal.Instant.compare(ctx.clock.now(), until) < 0;
}

function shown({
  block,
  street,
  building,
}: Pick<GeocodedPlace, 'block' | 'street' | 'building'>): PlaceReply {
  return { block, street: writtenPlace(street), building: writtenPlace(building) };
}

async function savePlace(ctx: Context, postal: string, place: GeocodedPlace | null): Promise<void> {
  const looked = {
    found: place !== null,
    block: place?.block ?? '',
    street: place?.street ?? '',
    building: place?.building ?? '',
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    lookedUpAt: ctx.clock.now().toString(),
  };
  await ctx.db
    .insertInto('postal_place')
    .values({ postal, ...looked })
    .onConflict((same) => same.column('postal').doUpdateSet(looked))
    .execute();
}

/** The position of a postal code: its own if it was looked up, otherwise the centre of its area; null if unknown. */
export async function pointOfPostal(ctx: Context, postal: string): Promise<Point | null> {
  if (ctx.providers.geocoding === null) return areaOfPostal(ctx, postal);
  const place = await ctx.db
    .selectFrom('postal_place')
    .select(['latitude', 'longitude'])
    .where('postal', '=', postal)
    .executeTakeFirst();
  return place === undefined ? areaOfPostal(ctx, postal) : (pointOf(place) ?? areaOfPostal(ctx, postal));
}

/** Returns a function like `pointOfPostal`, for many postal codes. */
export async function pointFinder(ctx: Context): Promise<(postal: string) => Point | null> {
  const areaOf = await areaFinder(ctx);
  if (ctx.providers.geocoding === null) return areaOf;
  const points = await readPoints(ctx);
  return (postal) => points.get(postal) ?? areaOf(postal);
}

interface KnownPoints {
  readonly points: Map<string, Point>;
  /** When the newest of them was looked up. */
  newest: Temporal.Instant;
}

const knownPoints = new WeakMap<Services['composed'], KnownPoints>();
/** Another process may commit a little later, or have a clock that is a little slow. */
const OVERLAP = Temporal.Duration.from({ minutes: 5 });

/** The positions that were looked up, by postal code. A process remembers them and reads only newer ones. */
async function readPoints(ctx: Context): Promise<ReadonlyMap<string, Point>> {
  const known = knownPoints.get(ctx.composed) ?? {
    points: new Map<string, Point>(),
    newest: Temporal.Instant.fromEpochMilliseconds(0),
  };
  knownPoints.set(ctx.composed, known);
  const rows = await ctx.db
    .selectFrom('postal_place')
    .select(['postal', 'latitude', 'longitude', 'lookedUpAt'])
    .where('found', '=', true)
    .where('lookedUpAt', '>=', known.newest.subtract(OVERLAP).toString())
    .execute();
  for (const row of rows) {
    const point = pointOf(row);
    if (point !== null) known.points.set(row.postal, point);
    const at = readDatabaseTime(row.lookedUpAt);
    if (Temporal.Instant.compare(at, known.newest) > 0) known.newest = at;
  }
  return known.points;
}

function pointOf({
  latitude,
  longitude,
}: {
  latitude: number | null;
  longitude: number | null;
}): Point | null {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

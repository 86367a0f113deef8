import { booking } from '../business/bookings.ts';
import { at } from '../business/cast.ts';
import { withLoad } from '../load/load.ts';
import type { RaceResult } from '../report/results.ts';
import type { Site } from '../site.ts';

/**
 * So many customers want the same time at once: one named cleaner, whom one of them gets; and anybody, where there are
 * enough for all.
 */
export async function measureRaces(site: Site, racers: number): Promise<RaceResult[]> {
  const { cast } = site;
  const day = cast.days.at(-1) ?? '';
  const startTime = at(day, '09:00');
  const named = { cleaner1ID: await cleanerFreeOn(site, day), cleanerType: 'preferred' };
  return [
    await race(site, { name: 'one named cleaner', racers, more: { startTime, ...named }, booked: 1 }),
    await race(site, { name: 'anybody', racers, more: { startTime }, booked: null }),
  ];
}

interface Race {
  readonly name: string;
  readonly racers: number;
  readonly more: object;
  readonly booked: number | null;
}

async function race(site: Site, { name, racers, more, booked }: Race): Promise<RaceResult> {
  const calls = site.cast.bookers
    .slice(0, racers)
    .map((racer) => booking(racer, { packageID: site.cast.packageID, ...more }));
  try {
    const { all, statuses } = await withLoad((run) =>
      run({ address: site.kemas.address, calls, shape: { kind: 'burst' } }),
    );
    return { name, size: site.name, asked: calls.length, statuses, longest: all.longest, booked };
  } finally {
    await site.clear();
  }
}

/** Somebody who comes to every home and has nothing to do on that day. */
async function cleanerFreeOn({ client }: Site, day: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `select id from cleaner
     where not exists (select from cleaner_region where cleaner_id = cleaner.id)
       and exists (select from cleaner_week where cleaner_id = cleaner.id and available
         and weekday = extract(dow from $1::date))
       and not exists (select from cleaner_occupation as taken where taken.cleaner_id = cleaner.id
         and released_at is null and kind <> 'block' and starts_at < $1::date + 1 and ends_at > $1::date)
     order by id limit 1`,
    [day],
  );
  const [free] = rows;
  if (free === undefined) throw new Error(`Nobody is free on ${day}.`);
  return free.id;
}

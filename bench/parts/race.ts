import { booking } from '../business/bookings.ts';
import { at } from '../business/people.ts';
import type { Company } from '../company.ts';
import { sendAll } from '../load.ts';
import type { Figure } from '../targets.ts';

/** So many customers book the same time at once: one named cleaner, who gets one of them; and anybody. */
export async function measureRace(company: Company, racers: number): Promise<Figure[]> {
  const { people, kemas, clear } = company;
  const day = people.days.at(-1) ?? '';
  const visit = { packageID: people.packageID, startTime: at(day, '09:00') };
  const named = { ...visit, cleaner1ID: await freeCleaner(company, day), cleanerType: 'preferred' };
  const figures: Figure[] = [];
  for (const [of, body] of Object.entries({ 'one named cleaner': named, anybody: visit })) {
    const calls = people.bookers.slice(0, racers).map((racer) => booking(racer, body));
    const result = await sendAll(kemas.address, { calls, connections: calls.length });
    await clear();
    const booked = result['2xx'];
    if (body === named && booked !== 1) throw new Error(`${booked} customers have booked one cleaner.`);
    figures.push({ target: 'race', of, value: result.latency.max });
    figures.push({ target: 'raceFailures', of, value: result.errors + result['5xx'] });
  }
  return figures;
}

/** A cleaner who works in every region and has nothing to do on that day. */
async function freeCleaner({ client }: Company, day: string): Promise<string> {
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

import { STANDARD_POLICY } from '#features/jobs/rules/cancellation.ts';
import { holdUntil } from '#features/jobs/rules/holds.ts';
import type { PlannedVisit } from '#features/schedule/rules/plan-visit.ts';
import { occupy } from '#features/schedule/server/index.ts';
import { isRefusal, type Refusal } from '#platform/kernel/refusal.ts';
import type { Tx } from '#platform/server/context.ts';
import type { Address, Customer, Wish } from './booking-request.ts';

/** A booking that names its customer and place. */
export type CompleteWish = Wish & { readonly customer: Customer; readonly address: Address };

/** Writes the held visits, their crews and their place in the diaries; the first date that is taken ends it. */
export async function saveVisits(
  tx: Tx,
  wish: CompleteWish,
  visits: readonly PlannedVisit[],
): Promise<string[] | Refusal<'slot_taken'>> {
  const seriesId = wish.recurrence === null ? null : await saveSeries(tx, wish);
  const ids: string[] = [];
  for (const visit of visits) {
    const jobId = await saveJob(tx, wish, { ...visit, seriesId });
    const taken = await occupy(tx, {
      jobId,
      cleanerIds: visit.crew,
      startsAt: visit.start,
      endsAt: visit.end,
      postal: wish.address.postal,
    });
    if (isRefusal(taken)) return taken;
    ids.push(jobId);
  }
  return ids;
}

async function saveSeries(tx: Tx, wish: CompleteWish): Promise<string> {
  const id = tx.newId();
  const { interval = 'weekly', count = 2 } = wish.recurrence ?? {};
  await tx.db
    .insertInto('job_series')
    .values({ id, customer_id: wish.customer.id, interval, count, created_at: tx.clock.now().toString() })
    .execute();
  return id;
}

type VisitInSeries = PlannedVisit & { readonly seriesId: string | null };

async function saveJob(tx: Tx, wish: CompleteWish, visit: VisitInSeries): Promise<string> {
  const id = tx.newId();
  const now = tx.clock.now();
  await tx.db
    .insertInto('job')
    .values({
      id,
      series_id: visit.seriesId,
      ...agreed(wish),
      ...placeOf(wish.address),
      customer_email: wish.customer.email,
      status: 'pending',
      starts_at: visit.start.toString(),
      ends_at: visit.end.toString(),
      hold_expires_at: holdUntil(now).toString(),
      created_at: now.toString(),
      updated_at: now.toString(),
    })
    .execute();
  await tx.db
    .insertInto('job_crew')
    .values(visit.crew.map((cleanerId, i) => ({ job_id: id, place: i + 1, cleaner_id: cleanerId })))
    .execute();
  return id;
}

/** What was agreed, frozen: price, terms, size. */
function agreed(wish: CompleteWish) {
  const { body, pack, size } = wish;
  return {
    label: body.label || pack.label,
    package_id: pack.id,
    customer_id: wish.customer.id,
    address_id: wish.address.id,
    job_type: pack.type,
    cleaner_type: body.cleanerType ?? (wish.named.length > 0 ? 'preferred' : 'any'),
    hours: size.hours,
    break_hours: size.breakHours,
    num_cleaners: size.numCleaners,
    require_cleaning_supplies: body.requireCleaningSupplies,
    special_requests: body.specialRequests,
    contact_details: body.contactDetails,
    price: JSON.stringify(wish.quote),
    policy: JSON.stringify(STANDARD_POLICY),
    amount_to_pay: wish.quote.total,
  };
}

function placeOf(address: Address) {
  return {
    address_line1: address.address_line1,
    address_line2: address.address_line2,
    address_line3: address.address_line3,
    address_postal: address.postal,
    address_type: address.type,
    address_country: address.country,
    address_latitude: address.latitude,
    address_longitude: address.longitude,
    address_gender_preference: address.gender_preference,
    address_has_pets: address.has_pets,
    address_language_preference: address.language_preference,
    address_area_id: address.area_id,
  };
}

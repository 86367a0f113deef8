import { STANDARD_POLICY } from '#features/jobs/rules/cancellation.ts';
import { addJob, addSeries } from '#features/jobs/server/index.ts';
import type { PlannedVisit } from '#features/schedule/rules/plan-visit.ts';
import type { Tx } from '#platform/server/context.ts';
import type { Address, BookingRequest, Customer } from './booking-request.ts';

/** A booking that names its customer and place. */
export type CompleteBooking = BookingRequest & { readonly customer: Customer; readonly address: Address };

interface HeldVisits {
  readonly holdId: string;
  readonly visits: readonly PlannedVisit[];
}

/** Writes the jobs of held visits. Their crews and their place in the diaries follow. */
export async function saveVisits(
  tx: Tx,
  booking: CompleteBooking,
  { holdId, visits }: HeldVisits,
): Promise<{ readonly jobId: string; readonly start: Temporal.Instant }[]> {
  const seriesId = booking.recurrence === null ? null : await saveSeries(tx, booking);
  const saved: { jobId: string; start: Temporal.Instant }[] = [];
  for (const { start, end } of visits) {
    const jobId = tx.newId();
    await addJob(tx, {
      id: jobId,
      series_id: seriesId,
      hold_id: holdId,
      ...agreed(booking),
      ...placeOf(booking.address),
      customer_email: booking.customer.email,
      status: 'pending',
      starts_at: start.toString(),
      ends_at: end.toString(),
    });
    saved.push({ jobId, start });
  }
  return saved;
}

function saveSeries(tx: Tx, booking: CompleteBooking): Promise<string> {
  const { interval = 'weekly', count = 2 } = booking.recurrence ?? {};
  return addSeries(tx, { customer_id: booking.customer.id, interval, count });
}

/** What was agreed, frozen: price, terms, size. */
function agreed(booking: CompleteBooking) {
  const { body, pack, size } = booking;
  return {
    label: body.label || pack.label,
    package_id: pack.id,
    customer_id: booking.customer.id,
    address_id: booking.address.id,
    job_type: pack.type,
    cleaner_type: body.cleanerType ?? (booking.named.length > 0 ? 'preferred' : 'any'),
    hours: size.hours,
    break_hours: size.breakHours,
    num_cleaners: size.numCleaners,
    require_cleaning_supplies: body.requireCleaningSupplies,
    special_requests: body.specialRequests,
    contact_details: body.contactDetails,
    price: JSON.stringify(booking.quote),
    policy: JSON.stringify(STANDARD_POLICY),
    amount_to_pay: booking.quote.total,
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

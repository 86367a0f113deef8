import { cancellationTermsOf } from '#features/work/jobs/rules/cancellation.ts';
import type { Quote } from '#features/work/jobs/rules/quote.ts';
import { addJobs, addSeries, homeOfJob, openHold } from '#features/work/jobs/server/index.ts';
import type { PlannedVisit } from '#features/work/schedule/rules/plan-visit.ts';
import { may } from '#platform/kernel/policy.ts';
import type { Tx } from '#platform/server/context.ts';
import { bookForOthers } from '../rules/policy.ts';
import { type Address, type BookingRequest, type Customer, firstQuote } from './booking-request.ts';

/** A booking with customer and address. */
export type CompleteBooking = BookingRequest & { readonly customer: Customer; readonly address: Address };

/** A visit with its job's id. */
type NewVisit = Pick<PlannedVisit, 'start' | 'end'> & { readonly jobId: string };

interface HeldVisits {
  readonly heldUntil: Temporal.Instant;
  readonly visits: readonly NewVisit[];
}

/** Inserts the hold, the series and the jobs of a booking. Crews and diary entries follow. */
export async function saveVisits(
  tx: Tx,
  booking: CompleteBooking,
  { heldUntil, visits }: HeldVisits,
): Promise<void> {
  const { recurrence, replaces, customer } = booking;
  const holdId = tx.newId();
  const seriesId = recurrence === null ? null : tx.newId();
  const same = {
    series_id: seriesId,
    hold_id: holdId,
    ...agreed(booking),
    ...homeOfJob(booking.address),
    customer_email: booking.customer.email,
    status: 'pending',
    source: may(tx.actor, bookForOthers) ? 'office' : 'site',
  };
  await openHold(tx, { id: holdId, customerId: customer.id, heldUntil, rootId: replaces?.rootId });
  if (seriesId !== null && recurrence !== null)
    await addSeries(tx, { ...recurrence, id: seriesId, customer_id: customer.id });
  await addJobs(
    tx,
    visits.map(({ jobId, start, end }, index) => ({
      ...same,
      ...priceOf(index === 0 ? firstQuote(booking) : booking.quote),
      id: jobId,
      starts_at: start.toString(),
      ends_at: end.toString(),
    })),
  );
}

/** The agreed terms, frozen: price, cancellation terms, size. */
function agreed(booking: CompleteBooking) {
  const { body, pack, size } = booking;
  return {
    label: body.label || pack.label,
    package_id: pack.id,
    package_label: pack.label,
    customer_id: booking.customer.id,
    job_type: pack.type,
    cleaner_type: body.cleanerType ?? (booking.named.length > 0 ? 'preferred' : 'any'),
    hours: size.hours,
    break_hours: size.breakHours,
    num_cleaners: size.numCleaners,
    require_cleaning_supplies: pack.suppliesIncluded || body.requireCleaningSupplies,
    special_requests: body.specialRequests,
    contact_details: body.contactDetails,
    reclean_of: body.recleanOf ?? null,
    reclean_reason: body.recleanOf === undefined ? '' : (body.recleanReason ?? ''),
    policy: JSON.stringify(cancellationTermsOf(booking.settings)),
  };
}

function priceOf(quote: Quote) {
  return { price: JSON.stringify(quote), amount_to_pay: quote.total };
}

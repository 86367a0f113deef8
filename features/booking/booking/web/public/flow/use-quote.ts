import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallReply } from '#platform/web/api/callable.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { quoteJob } from './calls.ts';
import { type Draft, recurrenceOf } from './draft.ts';
import type { Service } from './services.ts';
import type { Sizing } from './sizing.ts';

/** How long a price is fresh, in ms; then returning to the tab refetches. */
const PRICE_FRESH = 60_000;
/** The dates of a series can be taken by others at any time. */
const DATES_FRESH = 5_000;

export type Quoted = CallReply<typeof quoteJob>;

interface Stand {
  readonly service: Service;
  readonly isCustomer: boolean;
}

/** The quote of the current draft; for a series with a first date, also each date and its crew. */
export function useQuote(draft: Draft, { pack, hours }: Sizing, { service, isCustomer }: Stand) {
  const recurrence = recurrenceOf(draft, service.recurs);
  const dated = service.recurs && draft.startTime !== null;
  return useQuery({
    ...queryOf(quoteJob, {
      body: {
        packageID: pack?.id ?? '',
        jobType: service.type,
        requireCleaningSupplies: draft.supplies ?? false,
        ...(hours === null ? {} : { hours }),
        ...(draft.numCleaners === null ? {} : { numCleaners: draft.numCleaners }),
        ...(recurrence && { recurrence }),
        ...(dated ? whenAndWhere(draft, isCustomer) : {}),
      },
    }),
    enabled: pack !== null,
    placeholderData: keepPreviousData,
    staleTime: dated ? DATES_FRESH : PRICE_FRESH,
  });
}

function whenAndWhere({ startTime, addressID, postal, held }: Draft, isCustomer: boolean) {
  const place = isCustomer && addressID !== null ? { addressID } : { postal: postal || undefined };
  // The booking's own hold would be replaced by it.
  return {
    startTime: startTime ?? undefined,
    ...place,
    ...(isCustomer && held && { replacesJobID: held.jobID }),
  };
}

import { useQuery } from '@tanstack/react-query';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { splitRequests, type WishId } from '#features/work/jobs/rules/wishes.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { listJobs } from './calls.ts';
import type { Draft } from './draft.ts';

/** Bookings in which the last one for a home is looked for. */
const LOOKED_AT = 50;

/** The wishes of the customer's last booking for the home of this one; none for a new home. */
export function useLastWishes(draft: Draft, isCustomer: boolean): readonly WishId[] {
  const bookings = useQuery({
    ...queryOf(listJobs, {
      query: { status: 'going-ahead', sortby: 'startTime', order: 'desc', size: LOOKED_AT, count: '0' },
    }),
    enabled: isCustomer && draft.addressID !== null,
  });
  return lastWishesOf(bookings.data?.items ?? [], draft.addressID);
}

/** @param bookings the latest first */
export function lastWishesOf(
  bookings: readonly Pick<Job, 'addressID' | 'specialRequests'>[],
  addressID: string | null,
): readonly WishId[] {
  const last = bookings.find((job) => addressID !== null && job.addressID === addressID);
  return last === undefined ? [] : splitRequests(last.specialRequests).wishes;
}

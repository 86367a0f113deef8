import { useCall } from '#platform/web/api/queries.ts';
import { listPaidCleaners } from '../../contract.ts';

/** All cleaners to choose from; those who have left are marked. */
export function useCleanerOptions(): { readonly value: string; readonly label: string }[] {
  const items = useCall(listPaidCleaners).data?.items ?? [];
  return items.map(({ id, fullname, hasLeft }) => ({
    value: id,
    label: hasLeft ? `${fullname} (has left)` : fullname,
  }));
}

import { listCleaners } from '#features/people/cleaners/contract.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { t } from '#platform/web/i18n/office.ts';

/** More cleaners than any company of this kind has. */
const EVERYONE = { size: 5000, trash: '*', sortby: 'fullname', order: 'asc', count: '0' } as const;

/** All cleaners to choose from; those who have left are marked. */
export function useCleanerOptions(): { readonly value: string; readonly label: string }[] {
  const items = useCall(listCleaners, { query: EVERYONE }).data?.items ?? [];
  return items.map(({ id, fullname, trash }) => ({
    value: id,
    label: trash === 1 ? t('{{fullname}} (has left)', { fullname }) : fullname,
  }));
}

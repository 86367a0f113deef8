import { useQuery } from '@tanstack/react-query';
import { officeCounts } from '#features/office/overview/contract.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import type { OfficeCounts } from './office-menu.ts';

const EVERY_MINUTE = 60_000;

/** What waits for the office; undefined until it is known. */
export function useOfficeCounts(): OfficeCounts | undefined {
  const options = { refetchInterval: EVERY_MINUTE, refetchOnWindowFocus: 'always' } as const;
  return useQuery({ ...queryOf(officeCounts), ...options }).data;
}

import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Candidate } from '#features/work/jobs/web/office/crew-plan.ts';
import { visitQuery } from '#features/work/jobs/web/office/visit-query.ts';
import { listAvailable } from '#features/work/schedule/contract.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { instantOf } from '#platform/web/business-time.ts';
import { clockOf, type Part } from '../../rules/rows.ts';

/** How long a held visit must rest at a start before the server is asked. */
const REST_MS = 120;

export interface AnswersQuery {
  readonly day: string;
  readonly part: Part;
  readonly start: number;
}

/** Who could do a visit at a start, best first, with the reasons against the others; undefined until it is known. */
export function useCandidates(query: AnswersQuery | null): readonly Candidate[] | undefined {
  const [rested] = useDebouncedValue(query, REST_MS, { leading: true });
  const sent = rested !== null && query !== null && rested.part.key === query.part.key ? rested : query;
  const found = useQuery({
    ...queryOf(listAvailable, { query: sent === null ? { startTime: '' } : toQuery(sent) }),
    enabled: sent !== null,
  });
  return sent?.start === query?.start ? found.data?.items : undefined;
}

/** The same by cleaner. */
export function useAnswers(query: AnswersQuery | null): ReadonlyMap<string, Candidate> | undefined {
  const candidates = useCandidates(query);
  return useMemo(
    () => candidates && new Map(candidates.map((candidate) => [candidate.id, candidate])),
    [candidates],
  );
}

function toQuery({ day, part, start }: AnswersQuery) {
  const { jobID, jobType, postal, genderPreference, hasPets } = part.visit;
  const from = instantOf(`${day} ${clockOf(start)}`);
  return {
    ...visitQuery({
      id: jobID,
      jobType,
      job_address_postal: postal,
      job_address_genderPreference: genderPreference,
      job_address_hasPets: hasPets,
    }),
    startTime: from.toISOString(),
    endTime: new Date(from.getTime() + (part.end - part.start) * 60_000).toISOString(),
    explain: '1' as const,
  };
}

import { drain } from '../client.ts';
import type { WholeListResult } from '../report/results.ts';
import type { Site } from '../site.ts';
import { peakDuring } from './memory.ts';

const MEGABYTE = 2 ** 20;

/** All jobs in one reply, or so many of them: when it begins, when it is whole, and what it takes of the server's memory. */
export async function measureWholeLists(
  { name: size, kemas, cast, client }: Site,
  most: number,
): Promise<WholeListResult[]> {
  const { rows } = await client.query<{ jobs: number }>(
    'select count(*) as jobs from job where trashed_at is null',
  );
  const results: WholeListResult[] = [];
  for (const [name, more] of [
    ['all jobs as JSON', ''],
    ['all jobs as CSV', '&download=1'],
  ] as const) {
    const call = { path: `/api/jobs?size=${most}&status=*${more}`, token: cast.office };
    const before = (await kemas.condition()).rss;
    const { result: answer, peak } = await peakDuring(kemas, () => drain(kemas.address, call));
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.body}`);
    results.push({
      name,
      size,
      rows: Math.min(most, rows[0]?.jobs ?? 0),
      seconds: answer.total / 1000,
      firstByte: answer.firstByte,
      megabytes: (peak - before) / MEGABYTE,
    });
  }
  return results;
}

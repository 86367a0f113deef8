import type { Company } from '../company.ts';
import { send } from '../load.ts';
import type { Figure } from '../targets.ts';

const MEGABYTE = 2 ** 20;
const ALL = 9_999_999;
/** How often the memory of the server is read meanwhile, ms. */
const EVERY = 50;

/** All jobs in one reply, as JSON and as CSV: the first byte, and the memory that the server needs on top. */
export async function measureWholeLists({ kemas, people }: Company): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [format, more] of [
    ['JSON', ''],
    ['CSV', '&download=1'],
  ] as const) {
    const path = `/api/jobs?size=${ALL}&status=*${more}`;
    const before = kemas.memory();
    let most = before;
    const reading = setInterval(() => {
      most = Math.max(most, kemas.memory());
    }, EVERY);
    try {
      const began = performance.now();
      const reply = await send(kemas.address, { path, token: people.office });
      const chunks = reply.body?.values() ?? [];
      let firstByte = 0;
      for await (const _chunk of chunks) firstByte ||= performance.now() - began;
      if (!reply.ok) throw new Error(`All jobs as ${format}: ${reply.status}`);
      figures.push({ target: 'listFirstByte', of: format, value: firstByte });
      figures.push({ target: 'listMemory', of: format, value: (most - before) / MEGABYTE });
    } finally {
      clearInterval(reading);
    }
  }
  return figures;
}

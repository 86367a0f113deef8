import { setTimeout as sleep } from 'node:timers/promises';
import type { ArchiveExport } from '#features/office/archive/contract.ts';
import type { Company } from '../company.ts';
import { ask, send } from '../load.ts';
import type { Figure } from '../targets.ts';

const MEGABYTE = 2 ** 20;
const ALL = 9_999_999;
/** How often the memory of the server is read meanwhile, ms. */
const EVERY = 50;

/**
 * All jobs in one reply, as JSON and as CSV, and the export of everything: how much more memory the server needs than after
 * its start.
 */
export async function measureWholeLists(company: Company): Promise<Figure[]> {
  const { kemas, people } = company;
  const figures: Figure[] = [];
  const start = kemas.memory();
  for (const [format, more] of [
    ['JSON', ''],
    ['CSV', '&download=1'],
  ] as const) {
    let firstByte = 0;
    const memory = await mostMemory(company, async () => {
      const began = performance.now();
      const path = `/api/jobs?size=${ALL}&status=*${more}`;
      const reply = await send(kemas.address, { path, token: people.office });
      if (!reply.ok) throw new Error(`All jobs as ${format}: ${reply.status}`);
      for await (const _chunk of reply.body?.values() ?? []) firstByte ||= performance.now() - began;
    });
    figures.push({ target: 'listFirstByte', of: format, value: firstByte });
    figures.push({ target: 'listMemory', of: format, value: (memory - start) / MEGABYTE });
  }
  const memory = await mostMemory(company, () => exportEverything(company));
  return [...figures, { target: 'exportMemory', of: '', value: (memory - start) / MEGABYTE }];
}

async function exportEverything({ kemas, people: { office: token } }: Company): Promise<void> {
  const path = '/api/archive-exports';
  const { id } = await ask<ArchiveExport>(kemas.address, { method: 'POST', path, token, body: {} });
  for (;;) {
    await sleep(500);
    const { items } = await ask<{ items: ArchiveExport[] }>(kemas.address, { path, token });
    const { state, failure } = items.find((one) => one.id === id) ?? { state: 'failed', failure: 'gone' };
    if (state === 'done') return;
    if (state !== 'waiting' && state !== 'running') throw new Error(`The export has ${state}: ${failure}`);
  }
}

/** The most bytes that the server needs meanwhile. */
async function mostMemory({ kemas }: Company, act: () => Promise<void>): Promise<number> {
  let most = kemas.memory();
  const reading = setInterval(() => {
    most = Math.max(most, kemas.memory());
  }, EVERY);
  try {
    await act();
  } finally {
    clearInterval(reading);
  }
  return most;
}

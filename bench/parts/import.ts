import { type Batch, type ImportedCustomer, PEOPLE_AT_ONCE } from '#features/office/import/contract.ts';
import type { Company } from '../company.ts';
import { ask } from '../load.ts';
import type { Figure } from '../targets.ts';

/** Imports so many customers with a home each, as the office's page sends them, and removes them again. */
export async function measureImport({ kemas, people, clear }: Company, count: number): Promise<Figure[]> {
  const post = <T>(path: string, body: object) =>
    ask<T>(kemas.address, { method: 'POST', path: `/api/imports${path}`, token: people.office, body });
  const began = performance.now();
  const start = { kind: 'customers', source: 'other', filename: 'bench.csv', total: count };
  const { id } = await post<Batch>('', start);
  let created = 0;
  for (let first = 0; first < count; first += PEOPLE_AT_ONCE) {
    const rows = Array.from({ length: Math.min(PEOPLE_AT_ONCE, count - first) }, (_, i) => first + i);
    ({ created } = await post<Batch>(`/${id}/customers`, { people: rows.map(customer) }));
  }
  const seconds = (performance.now() - began) / 1000;
  let left = count;
  while (left > 0) ({ left } = await post<{ left: number }>(`/${id}/undo`, {}));
  await clear();
  if (created !== count) throw new Error(`Only ${created} of ${count} customers were imported.`);
  return [{ target: 'import', of: '', value: seconds }];
}

function customer(row: number): Pick<ImportedCustomer, 'row'> & { person: object; homes: object[] } {
  return {
    row: row + 2, // below the headings
    person: {
      firstname: `Import ${row}`,
      mobile: `658${6_000_000 + row}`,
      email: `import${row}@home.example`,
    },
    homes: [{ addressLine1: `Blk ${row} Jalan Besar`, postal: '208787' }],
  };
}

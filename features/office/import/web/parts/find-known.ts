import { callApi } from '#platform/web/api/api.ts';
import { findImported, LOOKUPS_AT_ONCE } from '../../contract.ts';
import type { Kind } from '../../rules/fields.ts';
import type { CheckedRow } from './check-rows.ts';

/** Marks the people who are there already. @throws ApiError */
export async function findKnown(kind: Kind, rows: readonly CheckedRow[]): Promise<CheckedRow[]> {
  const marked = [...rows];
  const asked = rows.flatMap(({ person }, index) => (person === null ? [] : [{ index, ...person.person }]));
  for (let start = 0; start < asked.length; start += LOOKUPS_AT_ONCE) {
    const some = asked.slice(start, start + LOOKUPS_AT_ONCE);
    const people = some.map(({ mobile, email = '' }) => ({ mobile, email }));
    const { items } = await callApi(findImported, { body: { kind, people } });
    for (const { index, recordID, same, trash } of items) {
      const at = some[index]?.index ?? -1;
      const row = marked[at];
      if (row) marked[at] = { ...row, outcome: 'there', recordID, notes: [whyThere(same, trash)] };
    }
  }
  return withTheirHomes(marked);
}

/** Further homes of people who are there already are not imported either. */
function withTheirHomes(rows: readonly CheckedRow[]): CheckedRow[] {
  const there = new Map(rows.filter(({ outcome }) => outcome === 'there').map((row) => [row.row, row]));
  return rows.map((row) => {
    const person = row.homeOf === undefined ? undefined : there.get(row.homeOf);
    return person === undefined ? row : { ...row, outcome: 'there', notes: person.notes };
  });
}

function whyThere(same: 'mobile' | 'email', trash: 0 | 1): string {
  const what = same === 'mobile' ? 'mobile number' : 'e-mail address';
  return `Already there with this ${what}${trash === 1 ? ', in the trash' : ''}. Not imported.`;
}

import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '#platform/server/context.ts';
import { trashOf } from '#platform/server/records.ts';
import type { findImported as call } from '../contract.ts';

type Asked = z.output<typeof call.body>;
type Found = z.output<typeof call.reply>['items'][number];

/** The people of a file who are there already, trashed or not. */
export async function findImported(ctx: Context, { kind, people }: Asked): Promise<{ items: Found[] }> {
  const known = await (kind === 'customers' ? knownCustomers : knownCleaners)(ctx, people);
  const byMobile = new Map(known.map((person) => [person.mobile, person]));
  const byEmail = new Map(known.map((person) => [person.email.toLowerCase(), person]));
  return {
    items: people.flatMap(({ mobile, email }, index): Found[] => {
      const sameMobile = byMobile.get(mobile);
      const same = sameMobile ?? (kind === 'customers' && email !== '' ? byEmail.get(email) : undefined);
      if (same === undefined) return [];
      const { id, trashedAt } = same;
      const trash = trashOf({ trashedAt });
      return [{ index, recordID: id, same: sameMobile ? 'mobile' : 'email', trash }];
    }),
  };
}

const IDENTIFIERS = ['id', 'mobile', 'email', 'trashedAt'] as const;

/** By number and by address separately, so that each uses its index. */
async function knownCustomers({ db }: Context, people: Asked['people']) {
  const open = db.selectFrom('customer').select(IDENTIFIERS).where('closedAt', 'is', null);
  const mobiles = people.map(({ mobile }) => mobile);
  const emails = people.map(({ email }) => email).filter((email) => email !== '');
  return [
    ...(await open.where('mobile', '=', sql<string>`any(${mobiles})`).execute()),
    ...(await open.where(sql<string>`lower(email)`, '=', sql<string>`any(${emails})`).execute()),
  ];
}

function knownCleaners({ db }: Context, people: Asked['people']) {
  const mobiles = people.map(({ mobile }) => mobile);
  return db
    .selectFrom('cleaner')
    .select(IDENTIFIERS)
    .where('mobile', '=', sql<string>`any(${mobiles})`)
    .execute();
}

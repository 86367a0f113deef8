import { fullnameOf } from '#platform/kernel/names.ts';
import type { Db } from '#platform/server/database/database.ts';
import { admins } from './data/admins.ts';
import cleaners from './data/cleaners.json' with { type: 'json' };
import customers from './data/customers.json' with { type: 'json' };
import type { DemoCleaner, DemoCustomer } from './data/shapes.ts';

/** The setting that marks the database as a demo. */
export const DEMO_SETTING = 'demo';

const OFFICE = admins[0];
/** Publicly known: the demo is for trying out, on the machine where it was started. */
const OFFICE_PASSWORD = 'tidy homes, happy people';

/** The three people whom the sign-in pages of a public demo offer. */
export const DEMO_PEOPLE = {
  customer: customers[0]?.mobile ?? '',
  cleaner: cleaners[0]?.mobile ?? '',
  admin: OFFICE.identity,
} as const;

/** An admin's demo password; null for those with a random one. */
export function demoPassword(identity: string): string | null {
  return identity === OFFICE.identity ? OFFICE_PASSWORD : null;
}

/** Three sign-ins to the demo for the terminal; none if there is no demo. */
export async function demoSignIns(db: Db): Promise<string[]> {
  const demo = await db
    .selectFrom('setting')
    .select('name')
    .where('name', '=', DEMO_SETTING)
    .executeTakeFirst();
  const [customer] = customers;
  const [cleaner] = cleaners;
  if (demo === undefined || customer === undefined || cleaner === undefined) return [];
  const password = (await isPasswordUntouched(db))
    ? `password "${OFFICE_PASSWORD}"`
    : 'with the password set since then';
  return [
    'This is a demo business. Sign-in codes arrive at /sandbox.',
    `Customer: /signup, ${shown(customer.mobile)} (${nameOf(customer)})`,
    `Cleaner:  /cleaner/signin, ${shown(cleaner.mobile)} (${nameOf(cleaner)})`,
    `Office:   /admin/signin, ${OFFICE.identity}, ${password}`,
  ];
}

function nameOf(person: DemoCleaner | DemoCustomer): string {
  return fullnameOf({ ...person, displayName: person.displayName ?? null });
}

async function isPasswordUntouched(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('admin')
    .select(['createdAt', 'updatedAt'])
    .where('identity', '=', OFFICE.identity)
    .executeTakeFirst();
  return row !== undefined && row.createdAt === row.updatedAt;
}

/** `9234 5601` */
function shown(mobile: string): string {
  return `${mobile.slice(2, 6)} ${mobile.slice(6)}`;
}

import { sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';

/** A small business for tests, inserted directly. */
export interface World {
  readonly packageId: string;
  readonly itemIds: readonly string[];
  readonly customers: readonly WorldCustomer[];
  readonly cleanerIds: readonly string[];
}

export interface WorldCustomer {
  readonly id: string;
  readonly addressId: string;
}

export const HOME_POSTAL = '310145';
/** One-time, hourly, 3 hours at S$30. Cents. */
export const PACKAGE_PRICE = 9000;

const STAMPED = (ctx: Context) => {
  const now = ctx.clock.now().toString();
  return { created_at: now, updated_at: now };
};

let serial = 0;
const nextMobile = () => `659${String(1_000_000 + ++serial)}`;

export async function makeWorld(ctx: Context, size: { customers: number; cleaners: number }): Promise<World> {
  const packageId = await addPackage(ctx);
  const itemIds = [await addItem(ctx, 'Wipe the hob', 1), await addItem(ctx, 'Mop the floor', 2)];
  const customers: WorldCustomer[] = [];
  for (let i = 0; i < size.customers; i += 1) customers.push(await addCustomer(ctx));
  const cleanerIds: string[] = [];
  for (let i = 0; i < size.cleaners; i += 1) cleanerIds.push(await addCleaner(ctx));
  return { packageId, itemIds, customers, cleanerIds };
}

export async function addPackage(
  ctx: Context,
  more: { hours?: number; crew?: number } = {},
): Promise<string> {
  const id = ctx.newId();
  const { hours = 3, crew = 1 } = more;
  await ctx.db
    .insertInto('package')
    .values({
      id,
      type: 'one-time',
      category: '3-room',
      pricing_type: 'hourly',
      label: `One-time ${hours} h`,
      description: '',
      price_per_hour: PACKAGE_PRICE / 3,
      total_hours: hours * crew,
      num_cleaners: crew,
      hours_per_cleaner: hours,
      break_hours: 0,
      supplies_cost: 1500,
      supplies_included: false,
      supplies_to_be_prepared: 'Mop and vacuum cleaner',
      start_time: '',
      credits: 0,
      price: (PACKAGE_PRICE / 3) * hours * crew,
      ...STAMPED(ctx),
    })
    .execute();
  return id;
}

export async function addCustomer(ctx: Context, postal = HOME_POSTAL): Promise<WorldCustomer> {
  const [id, addressId] = [ctx.newId(), ctx.newId()];
  await ctx.db
    .insertInto('customer')
    .values({
      id,
      mobile: nextMobile(),
      salutation: 'Ms',
      firstname: 'Mei',
      lastname: 'Tan',
      email: `${id}@example.com`,
      ...STAMPED(ctx),
    })
    .execute();
  await ctx.db
    .insertInto('customer_address')
    .values({
      id: addressId,
      customer_id: id,
      label: 'Home',
      type: 'hdb_4',
      is_primary: true,
      address_line1: 'Blk 145 Lorong 2 Toa Payoh',
      address_line2: '#08-11',
      address_line3: '',
      country: 'Singapore',
      postal,
      has_pets: false,
      language_preference: '',
      gender_preference: '',
      ...STAMPED(ctx),
    })
    .execute();
  return { id, addressId };
}

/** Works every day from 08:00 to 20:00 and speaks English. */
export async function addCleaner(ctx: Context, postal = HOME_POSTAL): Promise<string> {
  const id = ctx.newId();
  await ctx.db
    .insertInto('cleaner')
    .values({
      id,
      salutation: '',
      firstname: `Aminah ${serial}`,
      lastname: 'Osman',
      gender: 'female',
      profile_photo: '',
      email: `${id}@example.com`,
      mobile: nextMobile(),
      languages: ['English'],
      address_line1: '',
      address_line2: '',
      address_line3: '',
      country: 'Singapore',
      postal,
      ...STAMPED(ctx),
    })
    .execute();
  await sql`insert into cleaner_week (cleaner_id, weekday, available, shifts)
    select ${id}, weekday, true, '{[480,1200)}'::int4multirange from generate_series(0, 6) as weekday`.execute(
    ctx.db,
  );
  return id;
}

/** Deletes everything that takes time: jobs, holds, time off and blocks. */
export async function emptyDiaries({ db, clock }: Context): Promise<void> {
  await db.deleteFrom('cleaner_occupation').execute();
  await db.deleteFrom('time_off').execute();
  await db.updateTable('job').set({ status: 'cancelled' }).execute();
  await db
    .updateTable('job_hold')
    .set({ ended_at: clock.now().toString(), ended_how: 'cancelled', paying_since: null })
    .where('ended_at', 'is', null)
    .execute();
  await backdateHolds({ db });
}

/** Makes all holds old enough that the hourly limit no longer counts them. */
export async function backdateHolds({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.updateTable('job_hold').set({ began_at: sql<string>`began_at - interval '1 hour'` }).execute();
}

/** Blocks time in a cleaner's week, for all work or one kind; inserted without applying rules. */
export async function addBlock(
  ctx: Context,
  cleanerId: string,
  block: { readonly from: string; readonly until: string; readonly onlyJobType?: string | null },
): Promise<void> {
  await ctx.db
    .insertInto('time_off')
    .values({
      id: ctx.newId(),
      cleaner_id: cleanerId,
      kind: 'block',
      only_job_type: block.onlyJobType ?? null,
      starts_at: block.from,
      ends_at: block.until,
      description: '',
      created_at: ctx.clock.now().toString(),
    })
    .execute();
}

async function addItem(ctx: Context, english: string, position: number): Promise<string> {
  const id = ctx.newId();
  await ctx.db
    .insertInto('checklist_item')
    .values({ id, english, chinese: '', category: 'Kitchen', position, job_types: [], ...STAMPED(ctx) })
    .execute();
  return id;
}

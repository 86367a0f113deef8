import { sql } from 'kysely';
import type { Context } from '#platform/server/context.ts';

/** A small business for tests, inserted directly. */
export interface World {
  readonly packageID: string;
  readonly itemIDs: readonly string[];
  readonly customers: readonly WorldCustomer[];
  readonly cleanerIDs: readonly string[];
}

export interface WorldCustomer {
  readonly id: string;
  readonly addressID: string;
}

export const HOME_POSTAL = '310145';
/** One-time, hourly, 3 hours at S$30. Cents. */
export const PACKAGE_PRICE = 9000;

const STAMPED = (ctx: Context) => {
  const now = ctx.clock.now().toString();
  return { createdAt: now, updatedAt: now };
};

let serial = 0;
const nextMobile = () => `659${String(1_000_000 + ++serial)}`;

export async function makeWorld(ctx: Context, size: { customers: number; cleaners: number }): Promise<World> {
  const packageID = await addPackage(ctx);
  const itemIDs = [await addItem(ctx, 'Wipe the hob', 1), await addItem(ctx, 'Mop the floor', 2)];
  const customers: WorldCustomer[] = [];
  for (let i = 0; i < size.customers; i += 1) customers.push(await addCustomer(ctx));
  const cleanerIDs: string[] = [];
  for (let i = 0; i < size.cleaners; i += 1) cleanerIDs.push(await addCleaner(ctx));
  return { packageID, itemIDs, customers, cleanerIDs };
}

export async function addPackage(
  ctx: Context,
  more: { hours?: number; crew?: number } = {},
): Promise<string> {
  const id = ctx.newID();
  const { hours = 3, crew = 1 } = more;
  await ctx.db
    .insertInto('package')
    .values({
      id,
      type: 'one-time',
      category: '3-room',
      pricingType: 'hourly',
      label: `One-time ${hours} h`,
      description: '',
      pricePerHour: PACKAGE_PRICE / 3,
      totalHours: hours * crew,
      numCleaners: crew,
      hoursPerCleaner: hours,
      breakHours: 0,
      suppliesCost: 1500,
      suppliesIncluded: false,
      suppliesToBePrepared: 'Mop and vacuum cleaner',
      startTime: '',
      credits: 0,
      price: (PACKAGE_PRICE / 3) * hours * crew,
      ...STAMPED(ctx),
    })
    .execute();
  return id;
}

export async function addCustomer(ctx: Context, postal = HOME_POSTAL): Promise<WorldCustomer> {
  const [id, addressID] = [ctx.newID(), ctx.newID()];
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
      id: addressID,
      customerID: id,
      label: 'Home',
      type: 'hdb_4',
      isPrimary: true,
      addressLine1: 'Blk 145 Lorong 2 Toa Payoh',
      addressLine2: '#08-11',
      addressLine3: '',
      country: 'Singapore',
      postal,
      hasPets: false,
      languagePreference: '',
      genderPreference: '',
      ...STAMPED(ctx),
    })
    .execute();
  return { id, addressID };
}

/** Works every day from 08:00 to 20:00 and speaks English. */
export async function addCleaner(ctx: Context, postal = HOME_POSTAL): Promise<string> {
  const id = ctx.newID();
  await ctx.db
    .insertInto('cleaner')
    .values({
      id,
      salutation: '',
      firstname: `Aminah ${serial}`,
      lastname: 'Osman',
      gender: 'female',
      profilePhoto: '',
      email: `${id}@example.com`,
      mobile: nextMobile(),
      languages: ['English'],
      addressLine1: '',
      addressLine2: '',
      addressLine3: '',
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
    .set({ endedAt: clock.now().toString(), endedHow: 'cancelled', payingSince: null })
    .where('endedAt', 'is', null)
    .execute();
  await backdateHolds({ db });
}

/** Makes all holds old enough that the hourly limit no longer counts them. */
export async function backdateHolds({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.updateTable('job_hold').set({ beganAt: sql<string>`began_at - interval '1 hour'` }).execute();
}

/** Blocks time in a cleaner's week, for all work or one kind; inserted without applying rules. */
export async function addBlock(
  ctx: Context,
  cleanerID: string,
  block: { readonly from: string; readonly until: string; readonly onlyJobType?: string | null },
): Promise<void> {
  await ctx.db
    .insertInto('time_off')
    .values({
      id: ctx.newID(),
      cleanerID,
      kind: 'block',
      onlyJobType: block.onlyJobType ?? null,
      startsAt: block.from,
      endsAt: block.until,
      description: '',
      createdAt: ctx.clock.now().toString(),
    })
    .execute();
}

async function addItem(ctx: Context, english: string, position: number): Promise<string> {
  const id = ctx.newID();
  await ctx.db
    .insertInto('checklist_item')
    .values({ id, english, chinese: '', category: 'Kitchen', position, jobTypes: [], ...STAMPED(ctx) })
    .execute();
  return id;
}

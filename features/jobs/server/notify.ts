import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import { dollars } from '#platform/kernel/money.ts';
import type { Tx } from '#platform/server/context.ts';
import { sendMail, sendSms } from '#platform/server/messages.ts';
import type { JobRow } from './job-rows.ts';
import { addressLine } from './job-rows.ts';

/** The customer's confirmation. A series gets one letter with all its dates. */
export async function confirmToCustomer(tx: Tx, rows: readonly JobRow[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const total = rows.reduce((sum, row) => sum + row.amount_to_pay, 0);
  await sendMail(tx, {
    to: first.customer_email,
    subject: `Booked: ${visitTime(tx, first)}`,
    body: [
      `Hello ${first.customer_firstname},`,
      '',
      rows.length === 1 ? 'Your clean is booked.' : `Your ${rows.length} cleans are booked.`,
      '',
      ...rows.map((row) => `${visitTime(tx, row)}, ${row.label}, with ${crewNames(row)}`),
      `At ${addressLine(first)}`,
      `Paid: S$${dollars(total)}`,
      '',
      `Move or cancel free of charge up to ${first.policy.freeHours} hours before.`,
    ].join('\n'),
  });
}

/** The visit has another time: who pays for it should know. */
export async function notifyCustomerOfMove(tx: Tx, row: JobRow): Promise<void> {
  await sendMail(tx, {
    to: row.customer_email,
    subject: `Moved: ${visitTime(tx, row)}`,
    body: `Hello ${row.customer_firstname},\n\nYour clean is now on ${visitTime(tx, row)}, with ${crewNames(row)}.`,
  });
}

export type CrewNews = 'new' | 'moved' | 'released';

/** A text to cleaners about a visit of theirs. No door and no name: a text may be read by others. */
export async function notifyCrew(
  tx: Tx,
  row: JobRow,
  told: { readonly cleanerIds: readonly string[]; readonly news: CrewNews },
): Promise<void> {
  if (told.cleanerIds.length === 0) return;
  const cleaners = await tx.db
    .selectFrom('cleaner')
    .select('mobile')
    .where('id', 'in', [...told.cleanerIds])
    .orderBy('id')
    .execute();
  for (const { mobile } of cleaners) {
    await sendSms(tx, { to: mobile, body: NEWS[told.news](`${visitTime(tx, row)}, ${row.address_postal}`) });
  }
}

const NEWS: Readonly<Record<CrewNews, (visit: string) => string>> = {
  new: (visit) => `New visit: ${visit}. Open Kemas for the details.`,
  moved: (visit) => `Your visit has moved: ${visit}. Open Kemas for the details.`,
  released: (visit) => `You are off this visit: ${visit}. You need not come.`,
};

function crewNames(row: JobRow): string {
  return new Intl.ListFormat('en-SG').format(row.crew.map((member) => member.firstname));
}

/** `Sat, 28 Nov, 9:00 am to 12:00 pm` in business time. */
function visitTime(tx: Tx, row: JobRow): string {
  const { day, hour } = formatsFor(tx.config.BUSINESS_TZ);
  const [start, end] = [row.starts_at, row.ends_at].map((text) => readDatabaseTime(text).epochMilliseconds);
  return `${day.format(start)}, ${hour.format(start)} to ${hour.format(end)}`;
}

interface Writers {
  readonly day: Intl.DateTimeFormat;
  readonly hour: Intl.DateTimeFormat;
}

const writers = new Map<string, Writers>();

/** Made once: making one costs more than all it will ever write. */
function formatsFor(timeZone: string): Writers {
  const made = writers.get(timeZone) ?? {
    day: new Intl.DateTimeFormat('en-SG', { timeZone, weekday: 'short', day: 'numeric', month: 'short' }),
    hour: new Intl.DateTimeFormat('en-SG', { timeZone, hour: 'numeric', minute: '2-digit' }),
  };
  writers.set(timeZone, made);
  return made;
}

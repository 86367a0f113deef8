import { cleanerMobiles } from '#features/cleaners/server/index.ts';
import { type CrewNews, crewText } from '#features/messages/rules/crew-texts.ts';
import { bookedMail, movedMail, type VisitText } from '#features/messages/rules/customer-mails.ts';
import type { VisitTime } from '#features/messages/rules/visit-time.ts';
import { readDatabaseTime } from '#platform/kernel/business-time.ts';
import type { Tx } from '#platform/server/context.ts';
import { type Sms, sendMail, sendSms } from '#platform/server/messages.ts';
import { addressLine, type JobRow } from './job-rows.ts';

/** The customer's confirmation. A series gets one mail with all its dates. */
export async function confirmToCustomer(tx: Tx, rows: readonly JobRow[]): Promise<void> {
  const [first, ...others] = rows;
  if (first === undefined) return;
  const text = bookedMail({
    firstname: first.customer_firstname,
    visits: [visitText(tx, first), ...others.map((row) => visitText(tx, row))],
    address: addressLine(first),
    paid: rows.reduce((sum, row) => sum + row.amount_to_pay, 0),
    freeHours: first.policy.freeHours,
    lateFeePercent: first.policy.lateFeePercent,
  });
  await sendMail(tx, { to: first.customer_email, ...text });
}

/** The visit has another time: who pays for it should know. */
export async function notifyCustomerOfMove(tx: Tx, row: JobRow): Promise<void> {
  const text = movedMail({ firstname: row.customer_firstname, visit: visitText(tx, row) });
  await sendMail(tx, { to: row.customer_email, ...text });
}

/**
 * Word that a visit is off waits so long: the office can undo what it did by mistake, and the cleaner never hears of it.
 * Longer than the office's Undo stands (UNDO_MS of the toast), which lasts while somebody points at it.
 */
const UNDO_WINDOW = Temporal.Duration.from({ minutes: 1 });

/** A text to cleaners about a visit of theirs. One that is back before they heard it was off is as it was. */
export async function notifyCrew(
  tx: Tx,
  row: JobRow,
  told: { readonly cleanerIds: readonly string[]; readonly news: CrewNews },
): Promise<void> {
  const visit = { ...visitTime(tx, row), postal: row.address_postal };
  for (const { id, mobile } of await cleanerMobiles(tx, told.cleanerIds)) {
    const key = `visit-off:${row.id}:${id}`;
    if (told.news === 'released') {
      await sendSms(tx, { to: mobile, body: crewText('released', visit) }, { key, by: UNDO_WINDOW });
      continue;
    }
    const unsent = (await tx.outbox.withdraw(tx, key)) as Sms | null;
    if (unsent?.body === crewText('released', visit)) continue;
    const news = unsent === null ? told.news : 'moved';
    await sendSms(tx, { to: mobile, body: crewText(news, visit) });
  }
}

function visitText(tx: Tx, row: JobRow): VisitText {
  const crew = row.crew.map((member) => member.firstname);
  return { ...visitTime(tx, row), label: row.label, crew };
}

function visitTime(tx: Tx, row: JobRow): VisitTime {
  return {
    start: readDatabaseTime(row.starts_at),
    end: readDatabaseTime(row.ends_at),
    zone: tx.config.BUSINESS_TZ,
  };
}

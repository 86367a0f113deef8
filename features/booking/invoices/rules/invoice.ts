import type { Cents } from '#platform/kernel/money.ts';

/** An invoice for each visit as soon as it is done, or one for the visits of a month. */
export const COLLECT = ['month', 'visit'] as const;
export type Collect = (typeof COLLECT)[number];

export const MAX_TERMS_DAYS = 120;

/** The day by which an invoice is to be paid. */
export function dueDay(issuedOn: Temporal.PlainDate, termsDays: number): Temporal.PlainDate {
  return issuedOn.add({ days: termsDays });
}

/** The sums of an issued invoice, in cents, and its due day. */
export interface InvoiceSums {
  readonly total: Cents;
  readonly credited: Cents;
  readonly paid: Cents;
  readonly writtenOff: Cents;
  readonly dueOn: Temporal.PlainDate;
}

export const INVOICE_STATES = ['issued', 'part-paid', 'overdue', 'paid', 'credited', 'written-off'] as const;
export type InvoiceState = (typeof INVOICE_STATES)[number];

/** What is still to be paid, in cents. */
export function openOf({ total, credited, paid, writtenOff }: Omit<InvoiceSums, 'dueOn'>): Cents {
  return total - credited - paid - writtenOff;
}

/** The state of an invoice on a day. It is overdue from the day after its due day. */
export function stateOf(invoice: InvoiceSums, today: Temporal.PlainDate): InvoiceState {
  if (openOf(invoice) > 0) {
    if (Temporal.PlainDate.compare(invoice.dueOn, today) < 0) return 'overdue';
    return invoice.paid > 0 ? 'part-paid' : 'issued';
  }
  if (invoice.writtenOff > 0) return 'written-off';
  return invoice.credited === invoice.total ? 'credited' : 'paid';
}

/** Days overdue: not yet, up to 30, up to 60, up to 90, and more. */
export const AGES = ['current', '1-30', '31-60', '61-90', 'over-90'] as const;
export type Age = (typeof AGES)[number];

export function ageOf(dueOn: Temporal.PlainDate, today: Temporal.PlainDate): Age {
  const days = dueOn.until(today).days;
  if (days <= 0) return 'current';
  if (days <= 30) return '1-30';
  if (days <= 60) return '31-60';
  return days <= 90 ? '61-90' : 'over-90';
}

/** Days after the due day on which the three reminders are sent, of what is still open then. */
export const REMINDER_DAYS = [1, 7, 21] as const;

/** Between two reminders there are at least this many days, so that a late start does not send all three at once. */
const LEAST_DAYS_BETWEEN = 6;

/**
 * The number of the reminder to send today, from 1; null for none.
 * @param sent how many were sent, and when the last one was
 */
export function reminderDue(
  dueOn: Temporal.PlainDate,
  sent: { readonly count: number; readonly lastOn: Temporal.PlainDate | null },
  today: Temporal.PlainDate,
): number | null {
  const days = REMINDER_DAYS[sent.count];
  if (days === undefined || dueOn.until(today).days < days) return null;
  if (sent.lastOn !== null && sent.lastOn.until(today).days < LEAST_DAYS_BETWEEN) return null;
  return sent.count + 1;
}

/** An invoice that money can pay: what is left of it without any money, oldest first. */
export interface Payable {
  readonly id: string;
  /** Cents: the total less credit notes and what is written off. */
  readonly owed: Cents;
}

/** Money on account, without what was given back. */
export interface MoneyOnAccount {
  /** The invoice that it names. */
  readonly invoiceID: string;
  readonly cents: Cents;
}

/**
 * What is paid of each invoice, and what is left of the money: the customer's balance. Money pays the invoice that it
 * names; what is over pays the others, the oldest first. The same whatever the order in which the money came, and nothing
 * is lost: the parts and the rest add up to the money.
 */
export function settle(
  invoices: readonly Payable[],
  money: readonly MoneyOnAccount[],
): { readonly paid: ReadonlyMap<string, Cents>; readonly left: Cents } {
  const named = Map.groupBy(money, ({ invoiceID }) => invoiceID);
  const sumOf = (some: readonly MoneyOnAccount[] = []) => some.reduce((sum, { cents }) => sum + cents, 0);
  const own = invoices.map(({ id, owed }) => ({ id, owed, cents: Math.min(owed, sumOf(named.get(id))) }));
  let left = sumOf(money) - own.reduce((sum, { cents }) => sum + cents, 0);
  const paid = new Map<string, Cents>();
  for (const { id, owed, cents } of own) {
    const more = Math.min(owed - cents, left);
    paid.set(id, cents + more);
    left -= more;
  }
  return { paid, left };
}

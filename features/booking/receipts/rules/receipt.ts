import { gstOf } from '#features/money/payments/rules/refund-gst.ts';
import type { PaymentMethod, TransactionType } from '#features/money/payments/rules/transaction.ts';
import { type ChargeKind, chargeName } from '#features/work/jobs/rules/charges.ts';
import type { Quote, QuoteLine } from '#features/work/jobs/rules/quote.ts';
import { type Business, isTaxed } from '#platform/kernel/business.ts';
import { type Cents, dollars, type Hours } from '#platform/kernel/money.ts';
import { dayText, hoursText } from '#platform/kernel/text.ts';
import { clockTime, visitDay } from './texts.ts';

/** The data of a receipt, from lower-level features. Dates and times are business time. */
export interface ReceiptFacts {
  readonly business: Business;
  readonly receiptNo: number;
  readonly type: TransactionType;
  readonly method: PaymentMethod;
  /** Cents; negative for a refund. */
  readonly total: Cents;
  readonly details: string;
  readonly day: Temporal.PlainDate;
  readonly customer: {
    readonly name: string;
    /** Lines of the home's address; empty if unknown. */
    readonly home: readonly string[];
  };
  /** The visits that it pays, by date. */
  readonly visits: readonly PaidVisit[];
  /** What it pays besides the price of its visit: the fee of a late cancellation, an extra charge. */
  readonly charges: readonly PaidCharge[];
  readonly pack: PaidPack | null;
  /** The refunded payment. */
  readonly refundOf: {
    readonly receiptNo: number;
    readonly day: Temporal.PlainDate;
    /** Cents of its earlier refunds, negative. */
    readonly refundsBefore: Cents;
  } | null;
  /** GST in whole percent on the day of the payment. */
  readonly gstPercent: number;
  /** Money for an invoice, or its return: GST is on the invoice. */
  readonly isOnAccount: boolean;
}

export interface PaidVisit {
  readonly start: Temporal.PlainDateTime;
  readonly label: string;
  readonly price: Quote;
  /** The visit's share of the transaction. */
  readonly cents: Cents;
}

export interface PaidCharge {
  readonly kind: ChargeKind;
  readonly note: string;
  readonly cents: Cents;
}

/** A package of hours as it was bought. */
export interface PaidPack {
  readonly label: string;
  readonly hours: Hours;
  /** Whole dollars. */
  readonly perHour: number;
  /** Cents before the promo code, and the discount. */
  readonly subtotal: Cents;
  readonly discount: Cents;
  readonly promocode: string;
}

export interface ReceiptLine {
  readonly label: string;
  readonly amount: Cents;
}

/** A group of lines, such as a visit. */
export interface ReceiptGroup {
  /** '' for lines without a heading. */
  readonly heading: string;
  readonly lines: readonly ReceiptLine[];
}

/** The printed content, in order. */
export interface Receipt {
  readonly title: 'Receipt' | 'Tax Invoice' | 'Invoice' | 'Credit Note' | 'Debit Note';
  readonly number: number;
  readonly from: { readonly name: string; readonly lines: readonly string[] };
  readonly to: { readonly name: string; readonly lines: readonly string[] };
  /** Label and value: number, date, payment method. */
  readonly facts: readonly (readonly [string, string])[];
  readonly groups: readonly ReceiptGroup[];
  /** The grand total comes last. */
  readonly totals: readonly ReceiptLine[];
  /** The company's look when it was issued; absent for the default. */
  readonly look?: ReceiptLook;
  /** How to pay an invoice: lines, and the text of a QR code for bank apps. */
  readonly toPay?: { readonly lines: readonly string[]; readonly code: string | null };
}

export interface ReceiptLook {
  /** The address of the logo; '' for none. */
  readonly logo: string;
  /** The colour of rules. */
  readonly rule: string;
}

const NUMBER_LABELS = {
  Invoice: 'Invoice no.',
  Receipt: 'Receipt no.',
  'Tax Invoice': 'Invoice no.',
  'Credit Note': 'Credit note no.',
  'Debit Note': 'Debit note no.',
} as const;

const TOTAL_LABELS = {
  Invoice: 'Total',
  Receipt: 'Total paid',
  'Tax Invoice': 'Total paid',
  'Credit Note': 'Total refunded',
  'Debit Note': 'Refund not received',
} as const;

/** Builds the receipt of a transaction. Its lines add up to its total; empty values are left out. */
export function receiptOf(facts: ReceiptFacts): Receipt {
  const { business, customer } = facts;
  const taxed = !facts.isOnAccount && isTaxed(business.gst, facts.refundOf?.day ?? facts.day);
  const title = titleOf(facts, taxed && business.gst.number !== '');
  const registration = taxed && business.gst.number !== '' ? [`GST reg. no. ${business.gst.number}`] : [];
  const uen = business.uen === '' ? [] : [`UEN ${business.uen}`];
  return {
    title,
    number: facts.receiptNo,
    from: { name: business.name, lines: [...business.address, ...uen, ...registration] },
    to: { name: customer.name, lines: customer.home },
    facts: [
      [NUMBER_LABELS[title], String(facts.receiptNo)],
      ['Date', dayText(facts.day)],
      ...refundFacts(facts),
      [title === 'Credit Note' || title === 'Debit Note' ? 'Refunded by' : 'Paid by', paidBy(facts)],
    ],
    groups: groupsOf(facts),
    totals: totalsOf(facts, taxed, title),
  };
}

/** The reversal of a failed refund is positive: it reverses a credit note. */
function titleOf({ total, type, isOnAccount }: ReceiptFacts, isTaxInvoice: boolean): Receipt['title'] {
  if (isOnAccount) return 'Receipt';
  if (total < 0) return 'Credit Note';
  if (type === 'refund') return 'Debit Note';
  return isTaxInvoice ? 'Tax Invoice' : 'Receipt';
}

/** A credit note of a visit on an invoice names the invoice in its words. */
function refundFacts({ refundOf, method }: ReceiptFacts): (readonly [string, string])[] {
  if (refundOf === null || method === 'invoice') return [];
  return [['For receipt', `${refundOf.receiptNo} of ${dayText(refundOf.day)}`]];
}

const METHOD_LABELS: Readonly<Record<PaymentMethod, string>> = {
  card: 'Card',
  credits: 'Hours of credit',
  cash: 'Cash',
  paynow: 'PayNow',
  bank: 'Bank transfer',
  adjustment: 'Adjustment',
  invoice: 'Invoice',
};

/** An amount of zero, or below the card minimum, is recorded without a payment method. */
function paidBy({ method, total }: ReceiptFacts): string {
  return method === 'adjustment' && total === 0 ? 'Nothing to pay' : METHOD_LABELS[method];
}

function groupsOf(facts: ReceiptFacts): ReceiptGroup[] {
  const { type, visits, charges, pack, total } = facts;
  const [visit] = visits;
  if (charges.length > 0 && visit !== undefined) return [linesOfCharges(visit, charges)];
  if (paysFor(facts)) return visits.map(linesOfVisit);
  if (type === 'credit-package' && pack !== null) return [linesOfPack(pack, total)];
  // A refund of a payment without a note has only the prefix "Refund:".
  const label = facts.details.replace(/[:\s]+$/, '') || DEFAULT_LABELS[type];
  if (visits.length === 0) return [{ heading: '', lines: [{ label, amount: total }] }];
  return [{ heading: label, lines: visits.map(partOfVisit) }];
}

function linesOfCharges(visit: PaidVisit, charges: readonly PaidCharge[]): ReceiptGroup {
  const lines = charges.map(({ kind, note, cents }) => ({ label: chargeName(kind, note), amount: cents }));
  return { heading: headingOf(visit), lines };
}

/** Whether it pays its visits: by card or hours, or by hand at their exact price. */
function paysFor({ type, visits }: ReceiptFacts): boolean {
  const isWhole = visits.every(({ price, cents }) => price.total === cents);
  return visits.length > 0 && (type === 'job' || (type === 'manual' && isWhole));
}

/** The label if there is no note. */
const DEFAULT_LABELS: Readonly<Record<TransactionType, string>> = {
  job: 'Cleaning',
  'credit-package': 'Hours of credit',
  'ad-hoc': 'Payment',
  refund: 'Refund',
  manual: 'Payment',
  'invoice-payment': 'Payment of an invoice',
};

function partOfVisit({ start, label, cents }: PaidVisit): ReceiptLine {
  return { label: `${label}, ${visitDay(start)}`, amount: cents };
}

/**
 * GST is included in the total and rounded once for the whole receipt, not per line: the two amounts below
 * add up to the total to the cent. The credit notes of a payment together have its GST: see gstOf. Source: IRAS, "Invoicing customers", which allows either method if it is
 * used consistently.
 */
function totalsOf(
  { total, gstPercent, refundOf }: ReceiptFacts,
  taxed: boolean,
  title: Receipt['title'],
): ReceiptLine[] {
  const name = title === 'Receipt' && total < 0 ? TOTAL_LABELS['Credit Note'] : TOTAL_LABELS[title];
  if (!taxed) return [{ label: name, amount: total }];
  return taxedTotals(name, total, { gstPercent, refundsBefore: refundOf?.refundsBefore ?? 0 });
}

interface Taxed {
  readonly gstPercent: number;
  /** Of a refund: cents of the earlier refunds of its payment, negative. */
  readonly refundsBefore?: Cents;
}

export function taxedTotals(
  name: string,
  total: Cents,
  { gstPercent, refundsBefore = 0 }: Taxed,
): ReceiptLine[] {
  const gst = gstOf({ total, refundsBefore }, gstPercent);
  return [
    { label: 'Total before GST', amount: total - gst },
    { label: `GST ${gstPercent}%`, amount: gst },
    { label: `${name}, including GST`, amount: total },
  ];
}

/** The itemised price of a visit, plus a line for the difference if another amount was paid. */
export function linesOfVisit(visit: PaidVisit): ReceiptGroup {
  const { price, cents } = visit;
  const lines = price.lines.map((line) => ({ label: priceLabel(line), amount: line.amount }));
  return { heading: headingOf(visit), lines: [...lines, ...differenceLine(cents - price.total, cents)] };
}

function headingOf({ start, label }: PaidVisit): string {
  return `${label}, ${visitDay(start)}, ${clockTime(start)}`;
}

/** A package of hours: hours × rate, its promo code, and a line for any other difference from its price. */
function linesOfPack(pack: PaidPack, total: Cents): ReceiptGroup {
  const { hours, perHour, subtotal, discount, promocode } = pack;
  const label = `${hoursText(hours)} of credit at S$${perHour}.00`;
  const atRate = hours * perHour * 100;
  const promo = discount > 0 ? [{ label: `Promo code ${promocode}`.trim(), amount: -discount }] : [];
  return {
    heading: pack.label,
    lines: [
      { label, amount: atRate },
      ...differenceLine(subtotal - atRate, subtotal),
      ...promo,
      ...differenceLine(total - (subtotal - discount), total),
    ],
  };
}

/** Amounts below the card minimum are waived; any other difference was agreed with the office. */
function differenceLine(difference: Cents, paid: Cents): ReceiptLine[] {
  if (difference === 0) return [];
  return [{ label: paid === 0 ? 'Waived' : 'Price adjustment', amount: difference }];
}

function priceLabel({ code, kind, label, quantity, unitPrice }: QuoteLine): string {
  if (kind !== undefined) return chargeName(kind, label);
  const hours = quantity === undefined ? '' : hoursText(quantity);
  if (code === 'promo') return `Promo code ${label}`;
  if (code === 'credits') return `${hours} of credit`;
  if (hours === '') return label;
  return unitPrice === undefined ? `${label}, ${hours}` : `${label}, ${hours} at S$${dollars(unitPrice)}`;
}

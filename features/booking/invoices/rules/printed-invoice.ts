import {
  linesOfVisit,
  type PaidVisit,
  type Receipt,
  type ReceiptGroup,
  taxedTotals,
} from '#features/booking/receipts/rules/receipt.ts';
import { visitDay } from '#features/booking/receipts/rules/texts.ts';
import { payNowCode } from '#features/money/payments/rules/paynow.ts';
import { type Business, isTaxed } from '#platform/kernel/business.ts';
import { type Cents, gstInside } from '#platform/kernel/money.ts';
import { dayText } from '#platform/kernel/text.ts';
import { referenceOf } from './reference.ts';

/** Who is billed, as printed. */
export interface BillTo {
  readonly billTo: string;
  readonly uen: string;
  readonly address: string;
  readonly contact: string;
  readonly poNumber: string;
}

export interface InvoiceFacts {
  readonly number: number;
  readonly business: Business;
  readonly to: BillTo;
  readonly issuedOn: Temporal.PlainDate;
  readonly dueOn: Temporal.PlainDate;
  readonly visits: readonly (PaidVisit & { readonly kind: 'visit' | 'charge'; readonly name: string })[];
  readonly gstPercent: number;
  /** The UEN or mobile number of the business at PayNow; '' for none. */
  readonly payNowTo: string;
  /** Lines; '' for none. */
  readonly bankDetails: string;
}

/** Everything that is printed on an invoice, and what other formats need of it. Frozen when it is issued. */
export interface PrintedInvoice extends Receipt {
  readonly to: Receipt['to'];
  /** Cents of GST in the total. */
  readonly gst: Cents;
  readonly poNumber: string;
  readonly bankDetails: string;
}

/** Banks accept the code on the printed page for this many days after the invoice is due. */
const CODE_DAYS_LATE = 60;

/** Builds the printed invoice. Its lines add up to its total. */
export function invoiceOf(facts: InvoiceFacts): PrintedInvoice {
  const { business, to, number, issuedOn, dueOn, visits, gstPercent } = facts;
  const total = visits.reduce((sum, { cents }) => sum + cents, 0);
  const taxed = isTaxed(business.gst, issuedOn);
  const registration = taxed && business.gst.number !== '' ? [`GST reg. no. ${business.gst.number}`] : [];
  const uen = business.uen === '' ? [] : [`UEN ${business.uen}`];
  return {
    title: registration.length > 0 ? 'Tax Invoice' : 'Invoice',
    number,
    from: { name: business.name, lines: [...business.address, ...uen, ...registration] },
    to: {
      name: to.billTo,
      lines: [
        ...to.address.split('\n').filter((line) => line.trim() !== ''),
        ...(to.uen === '' ? [] : [`UEN ${to.uen}`]),
        ...(to.contact === '' ? [] : [`Attn: ${to.contact}`]),
      ],
    },
    facts: [
      ['Invoice no.', referenceOf(number)],
      ['Date', dayText(issuedOn)],
      ['Due', dayText(dueOn)],
      ...(to.poNumber === '' ? [] : [['PO no.', to.poNumber] as const]),
    ],
    groups: visits.map(groupOf),
    totals: taxed ? taxedTotals('Total', total, { gstPercent }) : [{ label: 'Total', amount: total }],
    toPay: toPayOf(facts, total),
    gst: taxed ? gstInside(total, gstPercent) : 0,
    poNumber: to.poNumber,
    bankDetails: facts.bankDetails,
  };
}

function groupOf(visit: InvoiceFacts['visits'][number]): ReceiptGroup {
  if (visit.kind === 'visit') return linesOfVisit(visit);
  return {
    heading: `${visit.label}, ${visitDay(visit.start)}`,
    lines: [{ label: visit.name, amount: visit.cents }],
  };
}

function toPayOf(
  { number, dueOn, payNowTo, bankDetails, business }: InvoiceFacts,
  amount: Cents,
): NonNullable<Receipt['toPay']> {
  const reference = referenceOf(number);
  const expires = dueOn.add({ days: CODE_DAYS_LATE });
  const code =
    payNowTo === '' ? null : payNowCode({ payee: payNowTo, name: business.name, amount, reference, expires });
  return {
    lines: [
      `Please pay by ${dayText(dueOn)}, with the reference ${reference}.`,
      ...(payNowTo === '' ? [] : [`PayNow ${payNowTo}`]),
      ...bankDetails.split('\n').filter((line) => line.trim() !== ''),
    ],
    code,
  };
}

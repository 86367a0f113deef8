import type { QuoteLine } from '#features/work/jobs/rules/quote.ts';
import { type Cents, dollars } from '#platform/kernel/money.ts';
import { hoursText } from '#platform/kernel/text.ts';
import type { PaidPack, PaidVisit, ReceiptGroup, ReceiptLine } from './receipt.ts';
import { clockTime, visitDay } from './texts.ts';

/** The itemised price of a visit, plus a line for the difference if another amount was paid. */
export function linesOfVisit({ start, label, price, cents }: PaidVisit): ReceiptGroup {
  const lines = price.lines.map((line) => ({ label: priceLabel(line), amount: line.amount }));
  return {
    heading: `${label}, ${visitDay(start)}, ${clockTime(start)}`,
    lines: [...lines, ...differenceLine(cents - price.total, cents)],
  };
}

/** A package of hours: hours × rate, its promo code, and a line for any other difference from its price. */
export function linesOfPack(pack: PaidPack, total: Cents): ReceiptGroup {
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

function priceLabel({ code, label, quantity, unitPrice }: QuoteLine): string {
  const hours = quantity === undefined ? '' : hoursText(quantity);
  if (code === 'promo') return `Promo code ${label}`;
  if (code === 'credits') return `${hours} of credit`;
  if (hours === '') return label;
  return unitPrice === undefined ? `${label}, ${hours}` : `${label}, ${hours} at S$${dollars(unitPrice)}`;
}

import type { QuoteLine } from '#features/work/jobs/rules/quote.ts';
import { type Cents, dollars } from '#platform/kernel/money.ts';
import { hoursText } from '#platform/kernel/text.ts';
import type { PaidPack, PaidVisit, ReceiptGroup, ReceiptLine } from './receipt.ts';
import { clockTime, visitDay } from './texts.ts';

/** What a visit cost, line by line, with what was paid otherwise than its price said as a line of its own. */
export function linesOfVisit({ start, label, price, cents }: PaidVisit): ReceiptGroup {
  const lines = price.lines.map((line) => ({ label: priceLabel(line), amount: line.amount }));
  return {
    heading: `${label}, ${visitDay(start)}, ${clockTime(start)}`,
    lines: [...lines, ...differenceLine(cents - price.total, cents)],
  };
}

/** A package of hours: hours × rate, its promo code, and what makes its price another than that. */
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

/** Less than a card takes is waived; anything else was agreed with the office. */
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

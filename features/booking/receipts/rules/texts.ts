import { type Cents, dollars } from '#platform/kernel/money.ts';
import { dayText } from '#platform/kernel/text.ts';

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** "Tue, 24 Nov 2026". */
export function visitDay(start: Temporal.PlainDateTime): string {
  return `${DAYS[start.dayOfWeek - 1]}, ${dayText(start.toPlainDate())}`;
}

/** "9:00 am". */
export function clockTime({ hour, minute }: Temporal.PlainDateTime): string {
  return `${hour % 12 === 0 ? 12 : hour % 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`;
}

/** 123456 is "S$1,234.56", −500 is "−S$5.00". */
export function amountText(amount: Cents): string {
  const grouped = dollars(Math.abs(amount)).replace(/\B(?=(\d{3})+\.)/g, ',');
  return `${amount < 0 ? '−' : ''}S$${grouped}`;
}

import { dollars } from '../../kernel/money.ts';
import { hours, money } from '../amounts.ts';
import { officeLanguage, t } from '../i18n/office.ts';

/** The unit of a number. S$ is shown in dollars, and the value is in cents. */
export type Unit = 'S$' | '%' | 'hours' | 'minutes' | 'days' | 'months';

/** A value as shown in its field: 2000 cents are `20.00`. Invalid text stays as it is. */
export function figureText(value: unknown, unit?: Unit): string {
  if (typeof value !== 'number') return value === null || value === undefined ? '' : String(value);
  if (unit !== 'S$') return String(value);
  // A fraction of a cent is shown, not rounded: the form's validation reports it.
  return Number.isInteger(value) ? dollars(value) : String(value / 100);
}

/** Parses a typed value: `1,024.50` dollars are 102450 cents. Empty is undefined; invalid text stays text. */
export function readFigure(typed: string, unit?: Unit): number | string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const figure = Number(text.replaceAll(',', ''));
  if (Number.isNaN(figure)) return text;
  // 19.99 × 100 is 1998.9999999999998.
  return unit === 'S$' ? Number((figure * 100).toFixed(4)) : figure;
}

/** A stored value formatted: `S$20.00`, `10%`, `1.5 hours`. */
export function figureInWords(value: number, unit: Unit): string {
  if (unit === 'S$') return money(value);
  if (unit === '%') return `${value}%`;
  if (unit === 'hours') return hours(value, officeLanguage());
  return t('{{count}} {{things}}', { count: value, things: t(value === 1 ? unit.slice(0, -1) : unit) });
}

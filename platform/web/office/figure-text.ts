import { dollars } from '../../kernel/money.ts';
import { hours, money } from '../format.ts';

/** What a figure counts. Of S$ people see dollars, and the value is in cents. */
export type Unit = 'S$' | '%' | 'hours' | 'minutes' | 'days' | 'months';

/** A value as it stands in its field: 2000 cents are `20.00`. What was typed and is no figure stays as it is. */
export function figureText(value: unknown, unit?: Unit): string {
  if (typeof value !== 'number') return value === null || value === undefined ? '' : String(value);
  if (unit !== 'S$') return String(value);
  // A part of a cent is shown, not rounded away: the form's check says what is wrong with it.
  return Number.isInteger(value) ? dollars(value) : String(value / 100);
}

/** What was typed as a value: `1,024.50` dollars are 102450. Nothing is undefined; text that is no figure stays text. */
export function readFigure(typed: string, unit?: Unit): number | string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const figure = Number(text.replaceAll(',', ''));
  if (Number.isNaN(figure)) return text;
  // 19.99 × 100 is 1998.9999999999998.
  return unit === 'S$' ? Number((figure * 100).toFixed(4)) : figure;
}

/** A stored value as people read it: `S$20.00`, `10%`, `1.5 hours`. */
export function figureInWords(value: number, unit: Unit): string {
  if (unit === 'S$') return money(value);
  if (unit === '%') return `${value}%`;
  return unit === 'hours' ? hours(value, 'en') : `${value} ${value === 1 ? unit.slice(0, -1) : unit}`;
}

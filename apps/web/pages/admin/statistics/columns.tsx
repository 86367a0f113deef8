import { dollars } from '#platform/kernel/money.ts';
import { money } from '#platform/web/amounts.ts';
import { date } from '#platform/web/format.ts';
import { Counted, type StatisticsColumn } from './statistics-table.tsx';

export function nameColumn(title: string): StatisticsColumn<{ readonly name: string }> {
  return { title, csv: ({ name }) => name, show: ({ name }) => name };
}

/** The office is in English for now. */
export const dayColumn: StatisticsColumn<{ readonly date: string }> = {
  title: 'Day',
  csv: (row) => row.date,
  show: (row) => date(row.date, 'en'),
};

interface CountRow {
  readonly count: number;
  /** The list of the counted records. */
  readonly to: string;
}

export function countColumn(title: string): StatisticsColumn<CountRow> {
  return {
    title,
    number: true,
    csv: ({ count }) => count,
    show: ({ count, to }) => <Counted count={count} to={to} />,
  };
}

interface AmountRow {
  /** Cents. */
  readonly total: number;
}

export function amountColumn(title: string): StatisticsColumn<AmountRow> {
  return { title, number: true, csv: ({ total }) => dollars(total), show: ({ total }) => money(total) };
}

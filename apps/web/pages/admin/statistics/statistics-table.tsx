import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import { BYTE_ORDER_MARK, csvLine } from '#platform/kernel/csv.ts';
import { dollars } from '#platform/kernel/money.ts';
import { money } from '#platform/web/amounts.ts';
import { saveFile } from '#platform/web/api/save-file.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { date } from '#platform/web/format.ts';
import { PanelTable } from '#platform/web/office/panel-table.tsx';
import styles from './statistics.module.css';

export interface StatisticsColumn<Row> {
  readonly title: string;
  /** In CSV format: amounts in dollars, days as `2026-11-30`. */
  csv(row: Row): string | number;
  show(row: Row): ReactNode;
  readonly number?: true;
}

interface StatisticsTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly [StatisticsColumn<NoInfer<Row>>, ...StatisticsColumn<NoInfer<Row>>[]];
  readonly rows: readonly Row[];
  /** The file's name, without extension. */
  readonly file: string;
  /** For a long table: collapsed behind a button. Always printed. */
  readonly isFolded?: true;
}

/** The figures of a chart, to read, save and print. */
export function StatisticsTable<Row extends { readonly id: string }>(props: StatisticsTableProps<Row>) {
  const { caption, columns, rows, file, isFolded = false } = props;
  const [first, ...others] = columns;
  const [isOpen, setOpen] = useState(!isFolded);
  const id = useId();
  const save = () => {
    const lines = [
      columns.map(({ title }) => title),
      ...rows.map((row) => columns.map(({ csv }) => csv(row))),
    ];
    const text = BYTE_ORDER_MARK + lines.map(csvLine).join('');
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), `${file}.csv`);
  };
  return (
    <div className={styles.table}>
      <div className={styles.tableHead}>
        <h3>{caption}</h3>
        {isFolded && (
          <Button
            kind="quiet"
            size="small"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide table' : 'Show table'}
          </Button>
        )}
        <Button kind="quiet" size="small" icon={IconDownload} aria-label={`CSV: ${caption}`} onClick={save}>
          CSV
        </Button>
      </div>
      <TableRows id={id} isFolded={isFolded} isOpen={isOpen}>
        <PanelTable caption={caption} items={rows} columns={[ruled(first), ...others.map(ruled)]} />
      </TableRows>
    </div>
  );
}

interface TableRowsProps {
  readonly id: string;
  readonly isFolded: boolean;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** A long table scrolls, also by keyboard. */
function TableRows({ id, isFolded, isOpen, children }: TableRowsProps) {
  if (!isFolded) return <div id={id}>{children}</div>;
  return (
    <section
      id={id}
      className={styles.rows}
      data-open={isOpen || undefined}
      aria-label="Rows"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: makes it scrollable by arrow keys
      tabIndex={0}
    >
      {children}
    </section>
  );
}

function ruled<Row>({ title, show, number }: StatisticsColumn<Row>) {
  return { title, render: show, ...(number && { number }) };
}

/** A count with a link to the counted records; zero has no link. */
export function Counted({ count, to }: { readonly count: number; readonly to: string }) {
  const text = count.toLocaleString('en-SG');
  return count === 0 ? text : <Link to={to}>{text}</Link>;
}

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

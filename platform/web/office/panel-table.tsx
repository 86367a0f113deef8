import type { ReactNode } from 'react';
import styles from './panel-table.module.css';

interface PanelColumn<Item> {
  readonly title: string;
  render(item: Item): ReactNode;
  /** Numbers are right-aligned. */
  readonly number?: true;
}

interface PanelTableProps<Item> {
  /** The table's caption, for screen readers. */
  readonly caption: string;
  /** The caption is visible. */
  readonly titled?: true;
  /** The first column is the row's header. */
  readonly columns: readonly [PanelColumn<NoInfer<Item>>, ...PanelColumn<NoInfer<Item>>[]];
  readonly items: readonly Item[];
  /** A last row of totals, one cell per column. */
  readonly totals?: readonly ReactNode[];
}

/** A few rows in a panel, without paging or sorting; on a phone a row is a card, one line per value. */
export function PanelTable<Item extends { readonly id: string }>(props: PanelTableProps<Item>) {
  const { caption, columns, items, totals, titled } = props;
  const [first, ...others] = columns;
  return (
    <table className={styles.table}>
      <caption className={titled ? undefined : 'k-hidden'}>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ title, number }) => (
            <th key={title} scope="col" data-number={number}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.id}>
            <th scope="row">{first.render(item)}</th>
            {others.map(({ title, number, render }) => (
              <td key={title} data-label={title} data-number={number}>
                <span>{render(item)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {totals && (
        <tfoot>
          <tr>
            <th scope="row">{totals[0]}</th>
            {others.map(({ title, number }, index) => (
              <td key={title} data-label={title} data-number={number}>
                <span>{totals[index + 1]}</span>
              </td>
            ))}
          </tr>
        </tfoot>
      )}
    </table>
  );
}

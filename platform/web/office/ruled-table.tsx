import type { ReactNode } from 'react';
import styles from './ruled-table.module.css';

interface RuledColumn<Item> {
  readonly title: string;
  render(item: Item): ReactNode;
  /** Numbers stand to the right. */
  readonly number?: true;
}

interface RuledTableProps<Item> {
  /** What the table holds, for who cannot see where it stands. */
  readonly caption: string;
  /** The first names the row. */
  readonly columns: readonly [RuledColumn<NoInfer<Item>>, ...RuledColumn<NoInfer<Item>>[]];
  readonly items: readonly Item[];
}

/** A few rows in a panel, without paging or sorting; on a phone a row is a card, a line a value. */
export function RuledTable<Item extends { readonly id: string }>(props: RuledTableProps<Item>) {
  const { caption, columns, items } = props;
  const [first, ...others] = columns;
  return (
    <table className={styles.table}>
      <caption className="k-hidden">{caption}</caption>
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
    </table>
  );
}

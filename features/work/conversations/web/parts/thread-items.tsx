import { useFormat } from '#platform/web/format.ts';
import type { ThreadMessage } from '../../contract.ts';
import styles from './thread.module.css';

interface ItemsProps {
  readonly items: readonly ThreadMessage[];
  readonly label: string;
  /** Whose messages are aligned to the right. */
  readonly own: ThreadMessage['writtenBy'];
  nameOf(item: ThreadMessage): string;
}

/** The messages, oldest first. */
export function ThreadItems({ items, label, own, nameOf }: ItemsProps) {
  const { date, time } = useFormat();
  if (items.length === 0) return null;
  return (
    <ul className={styles.items} aria-label={label}>
      {items.map((item) => (
        <li key={item.id} data-own={item.writtenBy === own || undefined}>
          <p className={styles.text}>{item.text}</p>
          <p className={styles.foot}>{`${nameOf(item)}, ${date(item.createdAt)}, ${time(item.createdAt)}`}</p>
        </li>
      ))}
    </ul>
  );
}

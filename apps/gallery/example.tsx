import type { ReactNode } from 'react';
import styles from './gallery.module.css';

interface ExampleProps {
  /** The component's name, as it is imported. */
  readonly name: string;
  /** When to use it. */
  readonly use: string;
  readonly children: ReactNode;
}

/** A component's name, what it is for, and examples of it. */
export function Example({ name, use, children }: ExampleProps) {
  return (
    <article className={styles.example}>
      <h3>
        <code>{name}</code>
      </h3>
      <p className="k-muted k-small">{use}</p>
      <div className={`k-row k-top k-wrap k-mt-12 ${styles.shown}`}>{children}</div>
    </article>
  );
}

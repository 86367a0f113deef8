import type { AuditEntry } from '../../contract.ts';
import styles from './audit.module.css';

/** More than these are shown on request. */
const SHOWN = 3;

/** What was before and after, field by field. */
export function Changes({ entry }: { readonly entry: AuditEntry }) {
  const { changes } = entry;
  if (changes.length === 0) return <span className={styles.none}>–</span>;
  const rest = changes.slice(SHOWN);
  return (
    <>
      <ChangeList changes={changes.slice(0, SHOWN)} />
      {rest.length > 0 && (
        <details className={styles.more}>
          <summary>{`${rest.length} more`}</summary>
          <ChangeList changes={rest} />
        </details>
      )}
    </>
  );
}

function ChangeList({ changes }: Pick<AuditEntry, 'changes'>) {
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <b>{field}</b>{' '}
          {before !== '' && (
            <>
              <span className="k-hidden">before: </span>
              <del>{before}</del>{' '}
            </>
          )}
          {before !== '' && <span aria-hidden="true">→ </span>}
          <span className="k-hidden">{before === '' ? ': ' : 'after: '}</span>
          {after === '' ? <span className={styles.none}>nothing</span> : <ins>{after}</ins>}
        </li>
      ))}
    </ul>
  );
}

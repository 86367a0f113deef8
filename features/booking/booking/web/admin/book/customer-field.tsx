import { useState } from 'react';
import { listCustomers } from '#features/people/customers/contract.ts';
import styles from '#features/work/jobs/web/parts/change.module.css';
import { showMobile } from '#platform/kernel/mobile.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { TextButton, TextLink } from '#platform/web/design/parts/link.tsx';

export interface ChosenCustomer {
  readonly id: string;
  readonly fullname: string;
}

interface CustomerFieldProps {
  readonly chosen: ChosenCustomer | null;
  onChoose(customer: ChosenCustomer | null): void;
}

const MAX_FOUND = 6;

/** Finds a customer by name, mobile or e-mail. */
export function CustomerField({ chosen, onChoose }: CustomerFieldProps) {
  const [q, setQ] = useState('');
  const search = useCall(listCustomers, { query: { q: q.trim(), size: MAX_FOUND } });
  const found = search.data?.items ?? [];
  if (chosen !== null)
    return (
      <p className={styles.chosen}>
        <b>{chosen.fullname}</b>
        <TextButton onClick={() => onChoose(null)}>Choose another customer</TextButton>
      </p>
    );
  return (
    <div className={styles.form}>
      <TextField
        label="Customer"
        type="search"
        value={q}
        onChange={(event) => setQ(event.target.value)}
        hint="By name, mobile or e-mail."
      />
      <ul className={styles.people} aria-label="Customers found">
        {found.map(({ id, fullname, mobile, email }) => (
          <li key={id}>
            <button type="button" className={styles.person} onClick={() => onChoose({ id, fullname })}>
              <span>
                <span className={styles.name}>{fullname}</span>
                <span className={styles.note}>{[showMobile(mobile), email].filter(Boolean).join(', ')}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status">
        {search.data?.items.length === 0 && (
          <>
            No customers found. <TextLink href="/admin/customers/new">New customer</TextLink>
          </>
        )}
      </p>
    </div>
  );
}

import { useState } from 'react';
import { getCustomer, listCustomers } from '#features/people/customers/contract.ts';
import { showMobile } from '#platform/kernel/mobile.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { t } from '#platform/web/i18n/office.ts';
import styles from './money.module.css';

interface CustomerFieldProps {
  /** The chosen customer's id; empty if none. */
  readonly value: string;
  readonly error?: string | undefined;
  onChoose(id: string): void;
}

const MAX_FOUND = 6;

/** Finds a customer by name, mobile or e-mail. */
export function CustomerField({ value, error, onChoose }: CustomerFieldProps) {
  return value === '' ? (
    <Search error={error} onChoose={onChoose} />
  ) : (
    <ChosenCustomer id={value} onChoose={onChoose} />
  );
}

function ChosenCustomer({ id, onChoose }: { readonly id: string; onChoose(id: string): void }) {
  const customer = useCall(getCustomer, { params: { id } }).data;
  return (
    <p className="k-row k-baseline k-wrap k-gap-4 k-gap-x-12">
      <b>{customer?.fullname ?? t('Customer')}</b>
      <TextButton onClick={() => onChoose('')}>{t('Choose another customer')}</TextButton>
    </p>
  );
}

function Search({ error, onChoose }: Omit<CustomerFieldProps, 'value'>) {
  const [q, setQ] = useState('');
  const found = useCall(listCustomers, { query: { q: q.trim(), size: MAX_FOUND } }).data?.items ?? [];
  return (
    <div>
      <TextField
        label={t('Customer')}
        name="customerID"
        type="search"
        value={q}
        error={error}
        onChange={(event) => setQ(event.target.value)}
        hint={t('By name, mobile or e-mail.')}
      />
      <ul className={styles.found} aria-label={t('Customers found')}>
        {found.map(({ id, fullname, mobile, email }) => (
          <li key={id}>
            <button type="button" onClick={() => onChoose(id)}>
              {fullname}
              <small>{[showMobile(mobile), email].filter(Boolean).join(', ')}</small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { listCustomers } from '#features/people/customers/contract.ts';
import { CUSTOMER_LAYOUT } from '#features/people/customers/web/parts/customer-layout.ts';
import styles from '#features/work/jobs/web/parts/change.module.css';
import { readMobile } from '#platform/kernel/mobile.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { FormInput } from '#platform/web/office/form-input.tsx';
import { Cell, FieldGrid } from '#platform/web/office/record-form.tsx';
import type { ChosenCustomer } from './customer-field.tsx';
import type { BookingForm } from './use-booking-form.ts';

const NAMES = ['salutation', 'firstname', 'lastname', 'mobile', 'email'] as const;
/** What a new customer must have, in page order. */
const REQUIRED = ['firstname', 'mobile', 'email'] as const;

interface NewCustomerFieldsProps {
  readonly form: BookingForm;
  /** Chooses the customer who already has this number or address. */
  onChoose(customer: ChosenCustomer): void;
  /** Back to the search. */
  onBack(): void;
}

/** The fields of a customer who is added with the booking. */
export function NewCustomerFields({ form, onChoose, onBack }: NewCustomerFieldsProps) {
  const box = useRef<HTMLDivElement>(null);
  const { values } = form;
  const atFirst = useRef(REQUIRED.find((name) => values[name] === ''));
  useEffect(() => {
    box.current?.querySelector<HTMLElement>(`[name="${atFirst.current}"]`)?.focus();
  }, []);
  const owner = useOwner(form);
  return (
    <div ref={box} className={styles.form}>
      <p className={styles.chosen}>
        <b>New customer</b>
        <TextButton onClick={onBack}>Find a customer instead</TextButton>
      </p>
      <FieldGrid>
        {NAMES.map((name) => (
          <Cell key={name} span={CUSTOMER_LAYOUT.fields[name].span ?? 3}>
            <FormInput
              field={CUSTOMER_LAYOUT.fields[name]}
              input={{
                ...form.input(name),
                changed: false,
                error: errorOf(form.errors[name], owner?.path === name ? owner : null, onChoose),
              }}
            />
          </Cell>
        ))}
      </FieldGrid>
    </div>
  );
}

/** The customer who already has a value of the form. */
interface Owner extends ChosenCustomer {
  readonly path: string;
}

/** A field's error, or who has its value, with a button that chooses them. */
function errorOf(error: string | undefined, owner: Owner | null, onChoose: (one: Owner) => void): ReactNode {
  if (owner === null) return error;
  const { path, fullname } = owner;
  return (
    <>
      {`${fullname} has this ${path === 'mobile' ? 'number' : 'e-mail address'}.`}{' '}
      <TextButton onClick={() => onChoose(owner)}>{`Choose ${fullname}`}</TextButton>
    </>
  );
}

/** Who has the typed number, or was named by the server when the customer was added. */
function useOwner({ values, errors, refusal }: BookingForm): Owner | null {
  const mobile = readMobile(values.mobile);
  const found = useQuery({
    ...queryOf(listCustomers, { query: { q: mobile ?? '', size: 5, count: '0' } }),
    enabled: mobile !== null,
  }).data;
  const holder = found?.items.find((customer) => customer.mobile === mobile);
  if (holder !== undefined && mobile !== null) return { path: 'mobile', ...holder };
  const named = ownerIn(refusal);
  // The error is removed when the field changes.
  return named !== null && errors[named.path] !== undefined ? named : null;
}

function ownerIn(refusal: Error | null): Owner | null {
  if (!(refusal instanceof ApiError)) return null;
  const owner = refusal.extensions.owner as { path: string; id: string; name: string } | undefined;
  return owner === undefined ? null : { path: owner.path, id: owner.id, fullname: owner.name };
}

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { createAddress, listCustomers } from '#features/people/customers/contract.ts';
import { HOME_LANGUAGES } from '#features/people/customers/rules/homes.ts';
import { CUSTOMER_LAYOUT } from '#features/people/customers/web/parts/customer-layout.ts';
import { homeLayout, useAreaName } from '#features/people/customers/web/parts/home-layout.ts';
import { useFoundAddress } from '#features/people/customers/web/parts/use-found-address.ts';
import styles from '#features/work/jobs/web/office/job-sheets.module.css';
import { readMobile } from '#platform/kernel/mobile.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { RadioTiles } from '#platform/web/design/parts/choice.tsx';
import { SelectField, TextField } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { t } from '#platform/web/i18n/office.ts';
import type { FormField } from '#platform/web/office/form-fields.ts';
import { FormInput } from '#platform/web/office/form-input.tsx';
import { Cell, FieldGrid } from '#platform/web/office/record-form.tsx';
import { useMayCall } from '#platform/web/session/use-may.ts';
import { type ChosenCustomer, CustomerField } from './customer-field.tsx';
import {
  type Booking,
  type BookingForm,
  NEW_HOME,
  NEW_RECORDS_FORM,
  type NewCustomerAndHome,
} from './use-booking.ts';

interface BookingProps {
  readonly booking: Booking;
}

/** Who and where: found, or added with the booking. */
export function CustomerAndHome({ booking }: BookingProps) {
  const { customer, addsCustomer, request, homes, form } = booking;
  const addsHome = request.addressID === NEW_HOME;
  return (
    <form
      id={NEW_RECORDS_FORM}
      className={`k-stack k-gap-12 k-mt-10 ${styles.form}`}
      noValidate
      onSubmit={(event) => event.preventDefault()}
    >
      {addsCustomer ? (
        <NewCustomerFields
          form={form}
          onChoose={booking.chooseCustomer}
          onBack={() => booking.chooseCustomer(null)}
        />
      ) : (
        <CustomerField chosen={customer} onChoose={booking.chooseCustomer} onAdd={booking.addCustomer} />
      )}
      {customer && homes.length > 0 && <HomeField booking={booking} />}
      {booking.homesError && (
        <Notice kind="bad">
          {t('We could not load the homes. {{message}}', { message: booking.homesError.message })}
        </Notice>
      )}
      {customer && booking.isHomeless && !addsHome && <p>{t('This customer has no home yet.')}</p>}
      {addsHome && <NewHomeFields form={form} takesFocus={homes.length > 0} />}
    </form>
  );
}

function HomeField({ booking }: BookingProps) {
  const mayAdd = useMayCall(createAddress);
  const homes = booking.homes.map(({ id, addressLine1, addressLine2, postal }) => ({
    value: id,
    label: `${addressLine1}, ${addressLine2 || postal}`,
  }));
  return (
    <SelectField
      label={t('Home')}
      placeholder={t('Choose a home')}
      value={booking.request.addressID}
      onChange={(event) => booking.chooseHome(event.target.value)}
      options={mayAdd ? [...homes, { value: NEW_HOME, label: t('New home') }] : homes}
    />
  );
}

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
function NewCustomerFields({ form, onChoose, onBack }: NewCustomerFieldsProps) {
  const box = useRef<HTMLDivElement>(null);
  const { values } = form;
  const atFirst = useRef(REQUIRED.find((name) => values[name] === ''));
  useEffect(() => {
    box.current?.querySelector<HTMLElement>(`[name="${atFirst.current}"]`)?.focus();
  }, []);
  const owner = useOwner(form);
  return (
    <div ref={box} className={`k-stack k-gap-12 k-mt-10 ${styles.form}`}>
      <p className="k-row k-gap-14 k-mb-12">
        <b>{t('New customer')}</b>
        <TextButton onClick={onBack}>{t('Find a customer instead')}</TextButton>
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
      {path === 'mobile'
        ? t('{{fullname}} has this number.', { fullname })
        : t('{{fullname}} has this e-mail address.', { fullname })}{' '}
      <TextButton onClick={() => onChoose(owner)}>{t('Choose {{fullname}}', { fullname })}</TextButton>
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

const { fields } = homeLayout();

interface NewHomeFieldsProps {
  readonly form: BookingForm;
  /** The home was asked for by a press, so its first field takes the focus. */
  readonly takesFocus: boolean;
}

/** The fields of a home that is added with the booking; the country is Singapore. */
function NewHomeFields({ form, takesFocus }: NewHomeFieldsProps) {
  const box = useRef<HTMLDivElement>(null);
  const isAsked = useRef(takesFocus);
  useEffect(() => {
    if (isAsked.current) box.current?.querySelector('input')?.focus();
  }, []);
  const area = useAreaName(form.values.postal.trim());
  const isFound = useFoundAddress(form.values, form.set);
  const field = (name: keyof NewCustomerAndHome & keyof typeof fields, changes: Partial<FormField> = {}) => {
    const spec = { ...fields[name], ...changes } as FormField;
    return (
      <Cell span={spec.span ?? 3}>
        <FormInput field={spec} input={{ ...form.input(name), changed: false }} />
      </Cell>
    );
  };
  return (
    <div ref={box} className={`k-stack k-gap-12 k-mt-10 ${styles.form}`}>
      <b>{t('New home')}</b>
      <FieldGrid>
        {field('postal', area === undefined ? {} : { hint: area })}
        {field('addressLine2')}
        {field('type', { span: 2 })}
        {field(
          'addressLine1',
          isFound ? { hint: t('From the postal code. Correct it if it is wrong.') } : {},
        )}
        {field('addressLine3')}
        <Cell span={6}>
          <LanguageField
            value={form.values.languagePreference}
            onChange={(languagePreference) => form.set({ languagePreference })}
          />
        </Cell>
        {field('genderPreference')}
        {field('hasPets')}
      </FieldGrid>
    </div>
  );
}

const NONE = 'none';
const OTHER = 'other';
const OPTIONS = [
  { value: NONE, label: t('Any') },
  ...HOME_LANGUAGES.map(({ name }) => ({ value: name as string, label: name })),
  { value: OTHER, label: t('Other') },
];

interface LanguageFieldProps {
  readonly value: string;
  onChange(language: string): void;
}

/** The language that the cleaner should speak: one press for the usual ones. */
function LanguageField({ value, onChange }: LanguageFieldProps) {
  const isUsual = value === '' || HOME_LANGUAGES.some(({ name }) => name === value);
  const [isOther, setOther] = useState(!isUsual);
  const [typed, setTyped] = useState(isUsual ? '' : value);
  const usual = value === '' ? NONE : value;
  return (
    <>
      <RadioTiles
        label={t('Language')}
        options={OPTIONS}
        value={isOther ? OTHER : usual}
        onChange={(chosen) => {
          setOther(chosen === OTHER);
          onChange({ [OTHER]: typed, [NONE]: '' }[chosen] ?? chosen);
        }}
      />
      {isOther && (
        <TextField
          label={t('Which language')}
          maxLength={60}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          // Not while typing: each change looks for other times and cleaners.
          onBlur={() => onChange(typed.trim())}
        />
      )}
    </>
  );
}

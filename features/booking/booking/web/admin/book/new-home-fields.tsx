import { useEffect, useRef, useState } from 'react';
import { HOME_LANGUAGES } from '#features/people/customers/rules/homes.ts';
import { homeLayout } from '#features/people/customers/web/parts/home-layout.ts';
import { useAreaName } from '#features/people/customers/web/parts/use-area-name.ts';
import { useFoundAddress } from '#features/people/customers/web/parts/use-found-address.ts';
import styles from '#features/work/jobs/web/parts/change.module.css';
import { RadioTiles } from '#platform/web/design/parts/choice.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import type { FormField } from '#platform/web/office/form-fields.ts';
import { FormInput } from '#platform/web/office/form-input.tsx';
import { Cell, FieldGrid } from '#platform/web/office/record-form.tsx';
import type { BookingForm, NewCustomerAndHome } from './use-booking-form.ts';

const { fields } = homeLayout();

interface NewHomeFieldsProps {
  readonly form: BookingForm;
  /** The home was asked for by a press, so its first field takes the focus. */
  readonly takesFocus: boolean;
}

/** The fields of a home that is added with the booking; the country is Singapore. */
export function NewHomeFields({ form, takesFocus }: NewHomeFieldsProps) {
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
    <div ref={box} className={styles.form}>
      <b>New home</b>
      <FieldGrid>
        {field('postal', area === undefined ? {} : { hint: area })}
        {field('addressLine2')}
        {field('type', { span: 2 })}
        {field('addressLine1', isFound ? { hint: 'From the postal code. Correct it if it is wrong.' } : {})}
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
  { value: NONE, label: 'Any' },
  ...HOME_LANGUAGES.map(({ name }) => ({ value: name as string, label: name })),
  { value: OTHER, label: 'Other' },
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
        label="Language"
        options={OPTIONS}
        value={isOther ? OTHER : usual}
        onChange={(chosen) => {
          setOther(chosen === OTHER);
          onChange({ [OTHER]: typed, [NONE]: '' }[chosen] ?? chosen);
        }}
      />
      {isOther && (
        <TextField
          label="Which language"
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

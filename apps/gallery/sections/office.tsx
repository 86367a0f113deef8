import { useState } from 'react';
import type { FormField } from '#platform/web/office/form-fields.ts';
import { FormInput } from '#platform/web/office/form-input.tsx';
import { Example } from '../example.tsx';
import styles from '../gallery.module.css';

const REGIONS = ['Central', 'East', 'North', 'North-East', 'West'].map((label) => ({ value: label, label }));

/** A field of each kind that the office's forms can describe, with its first value. */
const FIELDS: Readonly<Record<string, readonly [FormField, unknown]>> = {
  name: [{ label: 'Name' }, 'Nur Aisyah'],
  mobile: [{ label: 'Mobile', kind: 'mobile' }, '91234567'],
  notes: [{ label: 'Notes', kind: 'paragraph', rows: 3 }, ''],
  price: [{ label: 'Price', kind: 'figure', unit: 'S$' }, 2700],
  most: [{ label: 'At most', kind: 'number', none: 'Any number' }, undefined],
  from: [{ label: 'From', kind: 'day' }, '2026-11-28'],
  service: [{ label: 'Region', kind: 'choice', options: REGIONS, none: 'Any region' }, 'East'],
  active: [{ label: 'Takes new customers', kind: 'flag' }, true],
  skills: [{ label: 'Skills', kind: 'tags', suggestions: ['Ironing', 'Windows'] }, ['Ironing']],
  days: [{ label: 'Regions', kind: 'ticks', options: REGIONS, none: 'All regions' }, ['East', 'West']],
  cleaners: [
    { label: 'Regions, searched', kind: 'several', options: REGIONS, none: 'All regions' },
    ['North'],
  ],
};

export function OfficeSection() {
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(
    Object.fromEntries(Object.entries(FIELDS).map(([name, [, first]]) => [name, first])),
  );
  return (
    <Example name="FormInput" use="A field of an office form by its kind. A changed value gets a sun line.">
      {Object.entries(FIELDS).map(([name, [field, first]]) => (
        <div key={name} className={styles.column}>
          <FormInput
            field={field}
            values={values}
            input={{
              name,
              value: values[name],
              changed: JSON.stringify(values[name]) !== JSON.stringify(first),
              onChange: (value: unknown) => setValues((all) => ({ ...all, [name]: value })),
              onBlur: () => undefined,
            }}
          />
        </div>
      ))}
    </Example>
  );
}

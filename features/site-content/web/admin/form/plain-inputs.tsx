import { createContext, use } from 'react';
import { get, useController } from 'react-hook-form';
import { SelectField, TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { isSame } from '#platform/web/forms/form-changes.ts';
import { FigureField } from '#platform/web/office/figure-field.tsx';
import type { ChoiceField, FieldSpec, Values } from '../model/field-spec.ts';

/** The values that the site shows now: fields that differ from them are marked. Null for what is not shown yet. */
export const ShownContext = createContext<Values | null>(null);

export interface InputProps {
  readonly field: FieldSpec;
  /** Where the value stands in the form: `steps.0.icon`. */
  readonly name: string;
}

/** What every input shows around its control, and how it is written. */
export function useInput(name: string) {
  const { field, fieldState } = useController({ name });
  const shown = use(ShownContext);
  const value: unknown = field.value;
  return {
    field,
    text: typeof value === 'string' ? value : '',
    value,
    error: fieldState.error?.message,
    changed: shown !== null && !isSame(value || null, get(shown, name) || null),
  };
}

/** Words in one language, or a link. */
export function PlainText({ field, name }: InputProps) {
  const { field: wiring, text, error, changed } = useInput(name);
  const props = { label: field.label, hint: field.hint, error, changed, ...wiring, value: text };
  if (field.kind === 'sentences') return <TextArea {...props} />;
  if (field.kind === 'link')
    return (
      <TextField {...props} hint={field.hint ?? 'A page of this site such as /services, or an address.'} />
    );
  return <TextField {...props} />;
}

export function PriceInput({ field, name }: InputProps) {
  const { field: wiring, value, error, changed } = useInput(name);
  const { label, hint } = field;
  return (
    <FigureField
      label={label}
      hint={hint}
      error={error}
      changed={changed}
      name={name}
      value={value}
      unit="S$"
      // What cannot be read is refused where it stands; nothing typed is no amount at all.
      onChange={(figure) => wiring.onChange(figure ?? '')}
    />
  );
}

/** One of a few. */
export function ChoiceInput({ field, name }: { readonly field: ChoiceField; readonly name: string }) {
  const { field: wiring, text, error, changed } = useInput(name);
  const { label, hint, options } = field;
  return (
    <SelectField
      label={label}
      hint={hint}
      error={error}
      changed={changed}
      options={options}
      {...wiring}
      value={text}
    />
  );
}

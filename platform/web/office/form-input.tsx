import { MultiSelect, TagsInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import {
  Checkbox,
  Field,
  SelectField,
  TelField,
  TextArea,
  TextField,
  type TextFieldProps,
} from '../design/parts/field.tsx';
import type { FieldInput } from '../forms/use-form.ts';
import { t } from '../i18n/office.ts';
import { DayField } from './day-field.tsx';
import { FigureField } from './figure-field.tsx';
import { type FormField, unitOf } from './form-fields.ts';
import { overlay } from './overlay.ts';
import styles from './record.module.css';

type Values = Readonly<Record<string, unknown>>;

interface FormInputProps<F extends FormField = FormField> {
  readonly field: F;
  readonly input: Omit<FieldInput, 'error'> & { readonly error?: ReactNode };
  /** The form's other values, for hints and units that depend on them. */
  readonly values?: Values;
  /** Changes other fields along with this one. */
  set?(changes: Values): void;
  /** Next to the label. */
  readonly aside?: ReactNode;
}

type PropsOf<K> = FormInputProps<FormField & { readonly kind: K }>;

/** A form field by its kind: the only component that turns a field's description into an input. */
export function FormInput({ field, ...rest }: FormInputProps) {
  const texts = textsOf({ field, ...rest });
  switch (field.kind) {
    case 'tags':
      return <Tags field={field} {...rest} />;
    case 'ticks':
      return <CheckboxGroup field={field} {...rest} />;
    case 'several':
      return <Several field={field} {...rest} />;
    case 'choice':
      return <ChoiceInput field={field} {...rest} />;
    case 'day':
      return <DayInput field={field} {...rest} />;
    case 'figure':
    case 'number':
      return <FigureInput field={field} {...rest} />;
    case 'flag':
      return (
        <Checkbox
          name={rest.input.name}
          label={texts.label}
          hint={texts.hint}
          error={texts.error}
          checked={rest.input.value === true}
          onChange={({ target }) => rest.input.onChange(target.checked)}
        />
      );
    default:
      return <TextInput field={field} {...rest} />;
  }
}

/** Common texts of all fields. */
function textsOf({ field, input, values = {}, aside }: FormInputProps) {
  const { label, hint } = field;
  return {
    label,
    hint: typeof hint === 'function' ? hint(values) : hint,
    aside,
    error: input.error,
    changed: input.changed,
  };
}

function TextInput(props: FormInputProps) {
  const { field, input } = props;
  const text = {
    ...textsOf(props),
    name: input.name,
    required: field.required,
    lang: field.lang,
    value: textOf(input.value),
    onChange: ({ target }: { readonly target: { readonly value: string } }) => input.onChange(target.value),
    onBlur: input.onBlur,
  };
  switch (field.kind) {
    case 'paragraph':
      return <TextArea rows={field.rows} {...text} />;
    case 'mobile':
      return <TelField {...text} />;
    case 'code':
      return <TextField {...text} code />;
    case 'suggested':
      return <Suggested {...text} suggestions={field.suggestions} />;
    case 'password':
      return <TextField {...text} type="password" autoComplete="new-password" />;
    case 'current-password':
      return <TextField {...text} type="password" autoComplete="current-password" />;
    case 'digits':
      return <TextField {...text} code inputMode="numeric" />;
    case 'email':
    case 'url':
      return <TextField {...text} type={field.kind} inputMode={field.kind} />;
    default:
      return <TextField {...text} />;
  }
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

/** One of a few options, and the fields that change with it. */
function ChoiceInput(props: PropsOf<'choice'>) {
  const { field, input, values = {}, set } = props;
  const choose = (chosen: string) => {
    // An option's value is text; it may represent a number.
    if (!field.number) input.onChange(chosen);
    else input.onChange(chosen === '' ? undefined : Number(chosen));
    const also = field.also?.(chosen, values);
    if (also) set?.(also);
  };
  return (
    <SelectField
      {...textsOf(props)}
      name={input.name}
      required={field.required}
      lang={field.lang}
      options={field.options}
      placeholder={field.none}
      value={textOf(input.value)}
      onChange={({ target }) => choose(target.value)}
      onBlur={input.onBlur}
    />
  );
}

function FigureInput(props: PropsOf<'figure' | 'number'>) {
  const { field, input, values = {} } = props;
  const unit = field.kind === 'figure' ? unitOf(field, values) : undefined;
  return (
    <FigureField
      // Remounts when the unit changes, which also resets the typed text.
      key={unit}
      {...textsOf(props)}
      name={input.name}
      required={field.required}
      unit={unit}
      value={input.value}
      onChange={input.onChange}
      onLeave={input.onBlur}
    />
  );
}

function DayInput(props: PropsOf<'day'>) {
  const { field, input, values = {} } = props;
  const first = field.from === undefined ? undefined : values[field.from];
  return (
    <DayField
      {...textsOf(props)}
      label={field.label}
      name={input.name}
      required={field.required ?? false}
      value={textOf(input.value)}
      min={typeof first === 'string' ? first : undefined}
      onChange={(day) => input.onChange(day === '' ? null : day)}
    />
  );
}

/** A text field with existing values as suggestions. */
function Suggested({ suggestions, ...props }: TextFieldProps & { readonly suggestions: readonly string[] }) {
  const id = useId();
  return (
    <>
      <TextField {...props} list={id} autoComplete="off" />
      <datalist id={id}>
        {suggestions.map((text) => (
          <option key={text} value={text} />
        ))}
      </datalist>
    </>
  );
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function Tags({ field, input, ...rest }: PropsOf<'tags'>) {
  return (
    <Field {...textsOf({ field, input, ...rest })}>
      {(wiring) => (
        <TagsInput
          {...wiring}
          name={input.name}
          data={[...field.suggestions]}
          value={listOf(input.value)}
          onChange={input.onChange}
        />
      )}
    </Field>
  );
}

function Several({ field, input, ...rest }: PropsOf<'several'>) {
  const texts = listOf(input.value);
  return (
    <Field {...textsOf({ field, input, ...rest })}>
      {(wiring) => (
        <MultiSelect
          {...wiring}
          name={input.name}
          searchable
          placeholder={texts.length === 0 ? (field.none ?? '') : ''}
          nothingFoundMessage={t('None found.')}
          data={[...field.options]}
          value={texts}
          onChange={input.onChange}
          comboboxProps={overlay}
          // The list itself scrolls: arrow keys move in it, and a scroll area around it would not be focusable.
          withScrollArea={false}
          classNames={{ options: styles.options ?? '' }}
        />
      )}
    </Field>
  );
}

function CheckboxGroup({ field, input }: PropsOf<'ticks'>) {
  const texts = listOf(input.value);
  return (
    <fieldset className={`k-row k-stretch k-wrap ${styles.ticks}`}>
      <legend className="k-hidden">{field.label}</legend>
      {field.options.map(({ value, label }) => (
        <Checkbox
          key={value}
          name={input.name}
          label={label}
          checked={texts.includes(value)}
          onChange={({ target }) =>
            input.onChange(target.checked ? [...texts, value] : texts.filter((each) => each !== value))
          }
        />
      ))}
      <p className={styles.error} role="alert">
        {input.error}
      </p>
    </fieldset>
  );
}

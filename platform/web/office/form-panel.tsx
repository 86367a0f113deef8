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
import { DayField } from './day-field.tsx';
import { FigureField } from './figure-field.tsx';
import { type Fieldset, type FormField, type Option, unitOf } from './form-fields.ts';
import { overlay } from './overlay.ts';
import { OwnerLink } from './owner-link.tsx';
import styles from './record.module.css';
import { Panel, Panels } from './record.tsx';
import { Cell, FieldGrid } from './record-form.tsx';
import type { RecordFormOf } from './use-record-form.ts';

interface FormPanelProps<V> extends Fieldset<V> {
  readonly form: RecordFormOf<V>;
}

/** Some of a form's fields under a heading. */
function FormPanel<V extends object>({ form, names, ...panel }: FormPanelProps<V>) {
  return (
    <Panel {...panel}>
      <FieldGrid>
        {names.map((name) => (
          <Cell key={name} span={form.fields[name].span ?? 3}>
            <FormFieldOf form={form} name={name} />
          </Cell>
        ))}
      </FieldGrid>
    </Panel>
  );
}

interface FormPanelsProps<V> {
  readonly form: RecordFormOf<V>;
  readonly left: readonly Fieldset<V>[];
  readonly right?: readonly Fieldset<V>[] | undefined;
  /** A panel over the right column: what follows from what is typed. */
  readonly beside?: ReactNode;
  /** A panel under the right column: what the change needs besides. */
  readonly below?: ReactNode;
}

/** All of a form's fields, in panels. */
export function FormPanels<V extends object>({ form, left, right, beside, below }: FormPanelsProps<V>) {
  const column = (panels: readonly Fieldset<V>[]) =>
    panels.map((panel) => <FormPanel key={panel.title} form={form} {...panel} />);
  return <Panels left={column(left)} right={withBeside(beside, withBeside(right && column(right), below))} />;
}

/** The right column with a panel over it; undefined where it holds nothing. */
export function withBeside(beside: ReactNode, right: ReactNode): ReactNode {
  if (!beside) return right;
  return (
    <>
      {beside}
      {right}
    </>
  );
}

interface FieldOfProps<V> {
  readonly form: RecordFormOf<V>;
  readonly name: keyof V & string;
}

/** One field of a form, by its kind. */
export function FormFieldOf<V extends object>({ form, name }: FieldOfProps<V>) {
  const spec: FormField = form.fields[name];
  const { required, lang } = spec;
  const hint = hintOf({ form, name });
  if (spec.kind === 'tags') return <Tags form={form} name={name} suggestions={spec.suggestions} />;
  if (spec.kind === 'ticks') return <Ticks form={form} name={name} options={spec.options} />;
  if (spec.kind === 'several') return <Several form={form} name={name} spec={spec} />;
  if (spec.kind === 'day' || spec.kind === 'figure') return <Reading form={form} name={name} spec={spec} />;
  if (spec.kind === 'flag') return <Flag form={form} name={name} />;
  if (spec.kind === 'choice') return <Choice form={form} name={name} spec={spec} />;
  const props = { ...form.field(name), ...ownerOf({ form, name }), hint, required, lang };
  switch (spec.kind) {
    case 'paragraph':
      return <TextArea {...props} />;
    case 'mobile':
      return <TelField {...props} />;
    case 'code':
      return <TextField {...props} code />;
    case 'suggested':
      return <Suggested {...props} suggestions={spec.suggestions} />;
    case 'number':
      return <TextField {...props} inputMode="numeric" />;
    case 'password':
      return <TextField {...props} type="password" autoComplete="new-password" />;
    case 'current-password':
      return <TextField {...props} type="password" autoComplete="current-password" />;
    case 'digits':
      return <TextField {...props} code inputMode="numeric" />;
    case 'email':
    case 'url':
      return <TextField {...props} type={spec.kind} inputMode={spec.kind} />;
    default:
      return <TextField {...props} />;
  }
}

function hintOf<V extends object>({ form, name }: FieldOfProps<V>): ReactNode {
  const { hint } = form.fields[name];
  return typeof hint === 'function' ? hint(form.values as Readonly<Record<string, unknown>>) : hint;
}

/** The error of a field whose value another record has, with the way to it. */
function ownerOf<V extends object>({ form, name }: FieldOfProps<V>) {
  const { ownersAt } = form.fields[name];
  const error = form.errors[name];
  if (ownersAt === undefined || error === undefined) return {};
  return {
    error: (
      <>
        {error}
        <OwnerLink refusal={form.refusal} name={name} home={ownersAt} />
      </>
    ),
  };
}

type SpecOf<K> = FormField & { readonly kind: K };

/** One of a few, and what else changes with it. */
function Choice<V extends object>({
  form,
  name,
  spec,
}: FieldOfProps<V> & { readonly spec: SpecOf<'choice'> }) {
  const values = form.values as Readonly<Record<string, unknown>>;
  const { required, lang } = spec;
  const hint = hintOf({ form, name });
  const { onChange, ...props } = spec.number ? numberProps({ form, name }) : form.field(name);
  return (
    <SelectField
      {...props}
      hint={hint}
      required={required}
      lang={lang}
      options={spec.options}
      placeholder={spec.none}
      onChange={(event) => {
        const chosen = event.target.value;
        void onChange(event);
        const also = spec.also?.(chosen, values);
        if (also) form.set(also as Partial<V>);
      }}
    />
  );
}

/** Props of a list whose texts stand for numbers: a list itself knows only texts. */
function numberProps<V extends object>({ form, name }: FieldOfProps<V>) {
  const value: unknown = form.values[name];
  return {
    ...textsOf({ form, name }),
    value: typeof value === 'number' ? String(value) : '',
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      form.set({ [name]: target.value === '' ? undefined : Number(target.value) } as Partial<V>),
  };
}

/** What stands around a field that is not registered with the form. */
function textsOf<V extends object>({ form, name }: FieldOfProps<V>) {
  const { label } = form.fields[name];
  return {
    name,
    label,
    hint: hintOf({ form, name }),
    error: form.errors[name],
    changed: form.isChanged(name),
  };
}

function Flag<V extends object>({ form, name }: FieldOfProps<V>) {
  return (
    <Checkbox
      name={name}
      label={form.fields[name].label}
      hint={hintOf({ form, name })}
      error={form.errors[name]}
      checked={form.values[name] === true}
      onChange={(event) => form.set({ [name]: event.target.checked } as Partial<V>)}
    />
  );
}

/** A field whose text is read into a value of another kind: a day, a figure. */
function Reading<V extends object>(
  props: FieldOfProps<V> & { readonly spec: SpecOf<'day'> | SpecOf<'figure'> },
) {
  const { form, name, spec } = props;
  const { required } = spec;
  const values = form.values as Readonly<Record<string, unknown>>;
  const value = values[name];
  const set = (next: unknown) => form.set({ [name]: next } as Partial<V>);
  const texts = textsOf({ form, name });
  if (spec.kind === 'figure') {
    const unit = unitOf(spec, values);
    // Of another unit it is another figure, also for what was typed.
    return <FigureField key={unit} {...texts} required={required} unit={unit} value={value} onChange={set} />;
  }
  const first = spec.from === undefined ? undefined : values[spec.from];
  return (
    <DayField
      {...texts}
      required={required ?? false}
      value={typeof value === 'string' ? value : ''}
      min={typeof first === 'string' ? first : undefined}
      onChange={(day) => set(day === '' ? null : day)}
    />
  );
}

/** A line of text with what others wrote before. */
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

type Texts<V> = FieldOfProps<V> & {
  readonly texts: readonly string[];
  set(texts: readonly string[]): void;
};

/** A list of texts among the form's values. */
function severalOf<V extends object>({ form, name }: FieldOfProps<V>): Texts<V> {
  const value: unknown = form.values[name];
  const texts = Array.isArray(value) ? value.map(String) : [];
  // A computed name widens the type; the field's kind says that the value is a list.
  return { form, name, texts, set: (texts) => form.set({ [name]: texts } as Partial<V>) };
}

function Tags<V extends object>({
  suggestions,
  ...rest
}: FieldOfProps<V> & { readonly suggestions: readonly string[] }) {
  const { form, name, texts, set } = severalOf(rest);
  const { label } = form.fields[name];
  return (
    <Field label={label} hint={hintOf({ form, name })} error={form.errors[name]}>
      {(wiring) => (
        <TagsInput {...wiring} name={name} data={[...suggestions]} value={[...texts]} onChange={set} />
      )}
    </Field>
  );
}

function Several<V extends object>({
  spec,
  ...rest
}: FieldOfProps<V> & { readonly spec: SpecOf<'several'> }) {
  const { form, name, texts, set } = severalOf(rest);
  return (
    <Field label={spec.label} hint={hintOf({ form, name })} error={form.errors[name]}>
      {(wiring) => (
        <MultiSelect
          {...wiring}
          name={name}
          searchable
          placeholder={texts.length === 0 ? (spec.none ?? '') : ''}
          nothingFoundMessage="None found."
          data={[...spec.options]}
          value={[...texts]}
          onChange={set}
          comboboxProps={overlay}
          // The list itself scrolls: the arrow keys move in it, and an area around it would have no focus.
          withScrollArea={false}
          classNames={{ options: styles.options ?? '' }}
        />
      )}
    </Field>
  );
}

function Ticks<V extends object>({
  options,
  ...rest
}: FieldOfProps<V> & { readonly options: readonly Option[] }) {
  const { form, name, texts, set } = severalOf(rest);
  return (
    <fieldset className={styles.ticks}>
      <legend className="k-hidden">{form.fields[name].label}</legend>
      {options.map(({ value, label }) => (
        <Checkbox
          key={value}
          name={name}
          label={label}
          checked={texts.includes(value)}
          onChange={(event) =>
            set(event.target.checked ? [...texts, value] : texts.filter((each) => each !== value))
          }
        />
      ))}
      <p className={styles.error} role="alert">
        {form.errors[name]}
      </p>
    </fieldset>
  );
}

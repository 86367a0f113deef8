import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.ts';
import { TextLink } from '../design/parts/link.tsx';
import { t } from '../i18n/office.ts';
import type { Fieldset } from './form-fields.ts';
import { FormInput } from './form-input.tsx';
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
  /** A panel above the right column: information derived from the form's values. */
  readonly beside?: ReactNode;
  /** A panel below the right column: what the change requires in addition. */
  readonly below?: ReactNode;
}

/** All of a form's fields, in panels. */
export function FormPanels<V extends object>({ form, left, right, beside, below }: FormPanelsProps<V>) {
  const column = (panels: readonly Fieldset<V>[]) =>
    panels.map((panel) => <FormPanel key={panel.title} form={form} {...panel} />);
  return <Panels left={column(left)} right={withBeside(beside, withBeside(right && column(right), below))} />;
}

/** The right column with a panel above it; undefined if it is empty. */
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

/** One field of a record's form. */
export function FormFieldOf<V extends object>({ form, name }: FieldOfProps<V>) {
  const field = form.fields[name];
  const input = form.input(name);
  return (
    <FormInput
      field={field}
      input={{ ...input, error: input.error && <ErrorOf form={form} name={name} /> }}
      values={form.values as Readonly<Record<string, unknown>>}
      set={(changes) => form.set(changes as Partial<V>)}
    />
  );
}

/** A field's error; if another record already has its value, with a link to that. */
function ErrorOf<V extends object>({ form, name }: FieldOfProps<V>) {
  const { ownersAt } = form.fields[name];
  return (
    <>
      {form.errors[name]}
      {ownersAt !== undefined && <OwnerLink refusal={form.refusal} name={name} home={ownersAt} />}
    </>
  );
}

interface Owner {
  /** The field whose value they have. */
  readonly path: string;
  readonly id: string;
  readonly name: string;
}

/** The record that already has the value of a field, if the refusal names it. */
function ownerIn(refusal: Error | null): Owner | null {
  const owner = refusal instanceof ApiError ? (refusal.extensions.owner as Owner | undefined) : undefined;
  return owner ?? null;
}

interface OwnerLinkProps {
  readonly refusal: Error | null;
  /** The field's name. */
  readonly name: string;
  /** The page of such records: `/admin/customers`. */
  readonly home: string;
}

/** Links to the record that already has the value of a field. */
function OwnerLink({ refusal, name, home }: OwnerLinkProps) {
  const owner = ownerIn(refusal);
  if (owner?.path !== name) return null;
  return (
    <>
      {' '}
      <TextLink href={`${home}/${owner.id}/view`}>{t('Open {{name}}', { name: owner.name })}</TextLink>
    </>
  );
}

import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useToast } from '../design/parts/toast.tsx';
import { t } from '../i18n/office.ts';
import { fieldValue, storedValues } from './field-value.tsx';
import type { Fieldset, RecordLayout } from './form-fields.ts';
import { FormPanels, withBeside } from './form-panel.tsx';
import { FactList, Panel, Panels, RecordPage } from './record.tsx';
import { RecordForm } from './record-form.tsx';
import type { RecordKind, SixCalls, WholeOf } from './record-kind.ts';
import { type RecordFormOf, type SavingCall, useRecordForm } from './use-record-form.ts';

interface ScreenProps<Calls extends SixCalls, V extends object> {
  readonly of: RecordKind<Calls>;
  readonly layout: RecordLayout<V>;
}

interface FormScreenProps<Calls extends SixCalls, V extends object> extends ScreenProps<Calls, V> {
  /** Replaces the layout's panels, if they depend on the form's values. */
  readonly children?: (form: RecordFormOf<V>) => ReactNode;
}

interface NewRecordProps<Calls extends SixCalls, V extends object> extends FormScreenProps<Calls, V> {
  /**
   * The next page after saving: the last segment of its address, and its sentence. Defaults to the record's detail
   * page.
   */
  readonly next?: { readonly page: string; readonly text: string };
}

/** The page to add a record. */
export function NewRecord<Calls extends SixCalls, V extends object>(props: NewRecordProps<Calls, V>) {
  const { of, layout, next = { page: 'view', text: '' } } = props;
  const navigate = useNavigate();
  const toast = useToast();
  const form = useRecordForm<SavingCall, V>({
    call: of.calls.create,
    refresh: of.refresh,
    blank: layout.blank,
    fields: layout.fields,
    onSaved: (reply) => {
      const record = reply as WholeOf<Calls>;
      toast.show({
        text: t('{{name}} was added. {{text}}', { name: of.nameOf(record as never), text: next.text }).trim(),
      });
      return navigate(`${of.home}/${record.id}/${next.page}`);
    },
  });
  return (
    <RecordPage list={of} title={t('New {{one}}', { one: of.one })}>
      <RecordForm form={form} save={t('Add {{one}}', { one: of.one })}>
        <PanelsOf {...props} form={form} />
      </RecordForm>
    </RecordPage>
  );
}

interface ChangeRecordProps<Calls extends SixCalls, V extends object> extends FormScreenProps<Calls, V> {
  readonly record: V & { readonly id: string; readonly updatedAt: string };
  /** The button's label: "Save Aminah". */
  readonly save?: string;
}

/** The form to change a stored record, within its frame. */
export function ChangeRecord<Calls extends SixCalls, V extends object>(props: ChangeRecordProps<Calls, V>) {
  const { of, layout, record, save = t('Save {{one}}', { one: of.one }) } = props;
  const form = useRecordForm<SavingCall, V>({
    call: of.calls.update,
    params: { id: record.id },
    refresh: of.refresh,
    stored: storedValues(layout, record),
    version: record.updatedAt,
    fields: layout.fields,
  });
  return (
    <RecordForm form={form} save={save}>
      <PanelsOf {...props} form={form} />
    </RecordForm>
  );
}

interface PanelsOfProps<V extends object> extends Pick<FormScreenProps<SixCalls, V>, 'layout' | 'children'> {
  readonly form: RecordFormOf<V>;
}

function PanelsOf<V extends object>({ form, layout, children }: PanelsOfProps<V>) {
  if (children) return children(form);
  return <FormPanels form={form} left={layout.left} right={layout.right} />;
}

interface ShowRecordProps<V extends object> {
  readonly layout: RecordLayout<V>;
  readonly record: V;
  /** A panel above the right column. */
  readonly beside?: ReactNode;
}

/** The form's values, read-only, within the record's frame. */
export function ShowRecord<V extends object>({ layout, record, beside }: ShowRecordProps<V>) {
  const column = (fieldsets: readonly Fieldset<V>[]) =>
    fieldsets.map(({ title, names }) => (
      <Panel key={title} title={title}>
        <FactList
          facts={Object.fromEntries(
            names.map((name) => [
              layout.fields[name].label,
              fieldValue(layout.fields[name], record[name], record),
            ]),
          )}
        />
      </Panel>
    ));
  const right = layout.right && column(layout.right);
  return <Panels left={column(layout.left)} right={withBeside(beside, right)} />;
}

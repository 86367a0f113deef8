import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { ApiError } from '#platform/web/api/api-error.ts';
import { keyOf } from '#platform/web/api/queries.ts';
import { TextButton, TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { FormFieldOf } from '#platform/web/office/form-panel.tsx';
import { Panel, Panels } from '#platform/web/office/record.tsx';
import { Cell, FieldGrid, RecordForm } from '#platform/web/office/record-form.tsx';
import { type RecordFormOf, useRecordForm } from '#platform/web/office/use-record-form.ts';
import {
  listSettings,
  readBusiness,
  type SettingsReply,
  settingSchemas,
  updateSettings,
} from '../../contract.ts';
import {
  DEFAULTS,
  SETTINGS,
  type SettingGroup,
  type SettingName,
  type Settings,
} from '../../rules/settings.ts';
import { defaultText, FIELDS, namesOf } from './setting-fields.ts';
import styles from './settings.module.css';

/** The form values; the version is added when it is sent. */
const CALL = { ...updateSettings, body: z.strictObject(settingSchemas).partial() };

export interface SettingsFormProps {
  readonly settings: SettingsReply;
  /** The groups to show, in two columns. */
  readonly left: readonly SettingGroup[];
  readonly right?: readonly SettingGroup[];
}

/** Some groups of settings in a form. */
export function SettingsForm({ settings, left, right = [] }: SettingsFormProps) {
  const stored = Object.fromEntries(settings.items.map(({ name, value }) => [name, value]));
  const form = useRecordForm<typeof CALL, Settings>({
    call: CALL,
    fields: FIELDS,
    stored: stored as unknown as Settings,
    refresh: [listSettings, readBusiness],
  });
  useFreshAfterConflict(form.problem);
  const panel = (group: SettingGroup) => (
    <GroupPanel key={group} form={form} group={group} settings={settings} />
  );
  const version = { version: settings.version } as object;
  return (
    <RecordForm form={{ ...form, submit: (event) => form.submit(event, version) }} save="Save settings">
      <Panels left={left.map(panel)} {...(right.length > 0 && { right: right.map(panel) })} />
    </RecordForm>
  );
}

/** After a conflict with a colleague's change, shows the new stored values at once and keeps the user's input. */
function useFreshAfterConflict(problem: Error | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (problem instanceof ApiError && problem.code === 'settings_changed')
      void client.invalidateQueries({ queryKey: keyOf(listSettings) });
  }, [problem, client]);
}

interface GroupProps {
  readonly form: RecordFormOf<Settings>;
  readonly group: SettingGroup;
  readonly settings: SettingsReply;
}

const TITLES: Readonly<Record<SettingGroup, string>> = {
  hours: 'Opening hours',
  booking: 'Bookings',
  cancellation: 'Cancellation',
  business: 'Business',
  gst: 'GST',
  messages: 'Messages',
};

function GroupPanel({ form, group, settings }: GroupProps) {
  const { mail, sms } = settings.senders;
  return (
    <Panel title={TITLES[group]}>
      <FieldGrid>
        {namesOf(group).map((name) => (
          <Cell key={name} span={6}>
            <div className={styles.field}>
              <FormFieldOf form={form} name={name} />
              <Meta form={form} name={name} settings={settings} />
            </div>
          </Cell>
        ))}
      </FieldGrid>
      {group === 'messages' && (
        <p className={styles.meta}>
          {mail === null ? 'E-mails go to the sandbox.' : `E-mails come from ${mail}.`}{' '}
          {sms === null ? 'Text messages go to the sandbox.' : `Text messages come from ${sms}.`} Both are set
          on the server. The texts are under <TextLink href="/admin/messages">Message texts</TextLink>.
        </p>
      )}
    </Panel>
  );
}

interface MetaProps extends Omit<GroupProps, 'group'> {
  readonly name: SettingName;
}

/** The default, who changed it when, and a reset button. */
function Meta({ form, name, settings }: MetaProps) {
  const { date } = useFormat();
  const { changedAt = null, changedBy = '' } = settings.items.find((item) => item.name === name) ?? {};
  const by = changedBy === '' ? '' : ` by ${changedBy}`;
  return (
    <p className={styles.meta}>
      <span>Default: {defaultText(name)}.</span>
      {changedAt !== null && (
        <span>
          Changed{by} on {date(changedAt, 'dated')}.
        </span>
      )}
      {form.values[name] !== DEFAULTS[name] && (
        <TextButton onClick={() => form.set({ [name]: DEFAULTS[name] })}>
          Reset to default<span className="k-hidden">: {SETTINGS[name].label}</span>
        </TextButton>
      )}
    </p>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { z } from 'zod';
import { PictureField } from '#features/catalogue/uploads/web/parts/picture-field.tsx';
import { BRAND_COLOUR, COLOUR, paletteOf, whyDiffers } from '#platform/kernel/palette.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { keyOf, useCall } from '#platform/web/api/queries.ts';
import { TextButton, TextLink } from '#platform/web/design/parts/link.tsx';
import { PageTitle } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t, tNodes } from '#platform/web/i18n/office.ts';
import { fieldValue } from '#platform/web/office/field-value.tsx';
import type { FormField, FormFields } from '#platform/web/office/form-fields.ts';
import { FormFieldOf, withBeside } from '#platform/web/office/form-panel.tsx';
import styles from '#platform/web/office/record.module.css';
import { Loaded, Panel, Panels } from '#platform/web/office/record.tsx';
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
  SETTING_NAMES,
  SETTINGS,
  type Setting,
  type SettingGroup,
  type SettingName,
  type Settings,
} from '../../rules/settings.ts';
import { OPTION_LABELS, SETTING_LABELS } from '../../texts/setting-labels.ts';
import ownStyles from './settings.module.css';

interface SettingsPageProps extends Omit<SettingsFormProps, 'settings'> {
  readonly title: string;
  /** Below the form. */
  readonly children?: ReactNode;
}

/** A page of settings with their effects. */
export function SettingsPage({ title, children, ...groups }: SettingsPageProps) {
  const settings = useCall(listSettings);
  return (
    <div className={styles.record}>
      <PageTitle tab={title}>{title}</PageTitle>
      <div className={styles.tabs} />
      <Loaded query={settings} what={t('the settings')}>
        {(found) => <SettingsForm settings={found} {...groups} />}
      </Loaded>
      {children && <div className={ownStyles.below}>{children}</div>}
    </div>
  );
}

/** The form values; the version is added when it is sent. */
const CALL = { ...updateSettings, body: z.strictObject(settingSchemas).partial() };

interface SettingsFormProps {
  readonly settings: SettingsReply;
  /** Beside the form: what its values would change. */
  readonly beside?: ((values: Settings) => ReactNode) | undefined;
  /** The groups to show, in two columns. */
  readonly left: readonly SettingGroup[];
  readonly right?: readonly SettingGroup[];
}

/** Some groups of settings in a form. */
function SettingsForm({ settings, left, right = [], beside }: SettingsFormProps) {
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
    <RecordForm form={{ ...form, submit: (event) => form.submit(event, version) }} save={t('Save settings')}>
      <Panels
        left={left.map(panel)}
        {...((right.length > 0 || beside) && { right: withBeside(beside?.(form.values), right.map(panel)) })}
      />
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
  hours: t('Opening hours'),
  booking: t('Bookings'),
  cancellation: t('Cancellation'),
  business: t('Business'),
  gst: 'GST',
  messages: t('Messages'),
  look: t('Colour and type'),
  logos: t('Logos'),
  papers: t('E-mails, receipts and app'),
};

function GroupPanel({ form, group, settings }: GroupProps) {
  const { mail, sms } = settings.senders;
  return (
    <Panel title={TITLES[group]}>
      <FieldGrid>
        {namesOf(group).map((name) => (
          <Cell key={name} span={6}>
            <div className="k-stack k-gap-2">
              <SettingField form={form} name={name} />
              <Meta form={form} name={name} settings={settings} />
            </div>
          </Cell>
        ))}
      </FieldGrid>
      {group === 'messages' && (
        <p className={`k-row k-baseline k-wrap k-break k-muted ${ownStyles.meta}`}>
          {tNodes('{{value}} {{value2}} Both are set on the server. The texts are under {{textlink}}.', {
            value:
              mail === null ? t('E-mails go to the sandbox.') : t('E-mails come from {{mail}}.', { mail }),
            value2:
              sms === null
                ? t('Text messages go to the sandbox.')
                : t('Text messages come from {{sms}}.', { sms }),
            textlink: <TextLink href="/admin/messages">{t('Message texts')}</TextLink>,
          })}
        </p>
      )}
    </Panel>
  );
}

/** A setting's input: an upload for a logo, otherwise by its kind. */
function SettingField({ form, name }: Pick<MetaProps, 'form' | 'name'>) {
  const setting: Setting = SETTINGS[name];
  const asked = setting.kind === 'text' ? setting.form : undefined;
  if (asked === 'colour') return <ColourField form={form} name={name} />;
  if (asked !== 'logo') return <FormFieldOf form={form} name={name} />;
  const { label, effect } = SETTING_LABELS[name];
  return (
    <>
      <PictureField
        label={t(label)}
        logo={name === 'logoDark' ? 'dark' : 'light'}
        value={String(form.values[name])}
        error={form.errors[name]}
        onChange={(url) => form.set({ [name]: url })}
      />
      <p className="k-muted k-small">{t(effect)}</p>
    </>
  );
}

/** A colour, typed or picked, with what is derived from it. */
function ColourField({ form, name }: Pick<MetaProps, 'form' | 'name'>) {
  const value = String(form.values[name]);
  const isWhole = COLOUR.test(value);
  return (
    <>
      <div className={ownStyles.colour}>
        <FormFieldOf form={form} name={name} />
        <input
          type="color"
          aria-label={t('Pick your colour')}
          disabled={!form.mayChange}
          value={isWhole ? value.toLowerCase() : BRAND_COLOUR.toLowerCase()}
          onChange={({ target }) => form.set({ [name]: target.value.toUpperCase() })}
        />
      </div>
      {isWhole && <Derived colour={value} />}
    </>
  );
}

/** The derived colours next to the one asked for, and why they differ. */
function Derived({ colour }: { readonly colour: string }) {
  const { light, dark, scale } = paletteOf(colour);
  const swatches = [
    [t('Yours'), colour],
    [t('Buttons'), light.act],
    [t('Links'), light['act-text']],
    [t('Buttons, dark'), dark.act],
    [t('Links, dark'), dark['act-text']],
  ] as const;
  return (
    <div className="k-stack k-gap-8">
      <ul className={ownStyles.swatches} aria-label={t('Colours that follow from yours')}>
        {swatches.map(([label, shade]) => (
          <li key={label}>
            <i style={{ background: shade }} />
            {label}
            <span className="k-code">{shade.toUpperCase()}</span>
          </li>
        ))}
      </ul>
      <div className={ownStyles.scale} aria-hidden="true">
        {scale.map((shade) => (
          <i key={shade} style={{ background: shade }} />
        ))}
      </div>
      {whyDiffers(colour).map((sentence) => (
        <p key={sentence} className="k-small">
          {sentence}
        </p>
      ))}
    </div>
  );
}

interface MetaProps extends Omit<GroupProps, 'group'> {
  readonly name: SettingName;
}

/** The default, who changed it when, and a reset button. */
function Meta({ form, name, settings }: MetaProps) {
  const { date } = useFormat();
  const { changedAt = null, changedBy = '' } = settings.items.find((item) => item.name === name) ?? {};
  const by = changedBy === '' ? '' : t(' by {{changedBy}}', { changedBy });
  return (
    <p className={`k-row k-baseline k-wrap k-break k-muted ${ownStyles.meta}`}>
      {isUpload(name) || <span>{t('Default: {{default}}.', { default: defaultText(name) })}</span>}
      {changedAt !== null && (
        <span>{t('Changed{{by}} on {{date}}.', { by, date: date(changedAt, 'dated') })}</span>
      )}
      {form.values[name] !== DEFAULTS[name] && !isUpload(name) && (
        <TextButton onClick={() => form.set({ [name]: DEFAULTS[name] })}>
          {t('Reset to default')}
          <span className="k-hidden">: {t(SETTING_LABELS[name].label)}</span>
        </TextButton>
      )}
    </p>
  );
}

/** A logo is removed where it is shown. */
function isUpload(name: SettingName): boolean {
  const setting: Setting = SETTINGS[name];
  return setting.kind === 'text' && setting.form === 'logo';
}

const HALF_HOUR = 30;

/** The form field of a setting, derived from its declaration. */
function fieldOf(name: SettingName): FormField {
  const setting: Setting = SETTINGS[name];
  const label = t(SETTING_LABELS[name].label);
  const hint = t(SETTING_LABELS[name].effect);
  switch (setting.kind) {
    case 'time':
      return { kind: 'choice', number: true, options: timesOf(setting), label, hint };
    case 'figure':
      return { kind: 'figure', unit: setting.unit, label, hint };
    case 'choice':
      return { kind: 'choice', options: optionsOf(setting.options), label, hint };
    case 'flag':
      return { kind: 'flag', label, hint };
    case 'day':
      return { kind: 'day', label, hint };
    case 'text':
      return { kind: TEXT_KINDS[setting.form ?? 'line'], label, hint };
  }
}

const TEXT_KINDS = {
  line: 'text',
  lines: 'paragraph',
  email: 'email',
  required: 'text',
  uen: 'code',
  paynow: 'code',
  colour: 'code',
  logo: 'text',
} as const;

function optionsOf(values: readonly string[]) {
  return values.map((value) => ({ value, label: t(OPTION_LABELS[value] ?? value) }));
}

function timesOf({ least, most }: Setting & { readonly kind: 'time' }) {
  const count = (most - least) / HALF_HOUR + 1;
  return Array.from({ length: count }, (_, i) => least + i * HALF_HOUR).map((minute) => ({
    value: String(minute),
    label: timeOf(minute),
  }));
}

/** 8:00 am */
function timeOf(minute: number): string {
  const [hour, past] = [Math.floor(minute / 60), minute % 60];
  return hour < 12
    ? t('{{hour}}:{{padStart}} am', { hour: hour % 12 || 12, padStart: String(past).padStart(2, '0') })
    : t('{{hour}}:{{padStart}} pm', { hour: hour % 12 || 12, padStart: String(past).padStart(2, '0') });
}

const FIELDS = Object.fromEntries(
  SETTING_NAMES.map((name) => [name, fieldOf(name)]),
) as unknown as FormFields<Settings>;

/** A group's settings, in the order of their declaration. */
function namesOf(group: SettingGroup): SettingName[] {
  return SETTING_NAMES.filter((name) => SETTINGS[name].group === group);
}

/** The default of a setting as text. */
function defaultText(name: SettingName): string {
  const words = fieldValue(FIELDS[name], DEFAULTS[name]);
  return words === undefined ? 'none' : String(words);
}

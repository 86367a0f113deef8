import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import {
  listSettings,
  readBusiness,
  type SettingsReply,
  settingSchemas,
  updateSettings,
} from '#features/catalogue/settings/contract.ts';
import { SETTINGS, type SettingName, type Settings } from '#features/catalogue/settings/rules/settings.ts';
import { listHolidays } from '#features/work/schedule/contract/holidays.ts';
import { refreshReads, sendCall, useAct, useCall } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { RadioRows } from '#platform/web/design/parts/choice.tsx';
import { SelectField, TextArea, TextField } from '#platform/web/design/parts/field.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { useFormat } from '#platform/web/format.ts';
import { SubmitProblem } from '#platform/web/forms/submit-problem.tsx';
import { useForm } from '#platform/web/forms/use-form.ts';
import { t } from '#platform/web/i18n/office.ts';
import { DayField } from '#platform/web/office/day-field.tsx';
import { Loaded, Panel } from '#platform/web/office/record.tsx';
import { confirmStep, readSetup } from '../../contract.ts';
import styles from '../office/setup.module.css';
import type { StepProps } from '../office/steps.ts';

/** What the settings are now; a name that nobody has entered is empty. */
function valuesOf<N extends SettingName>(settings: SettingsReply, names: readonly N[]): Pick<Settings, N> {
  const entries = names.map((name) => {
    const item = settings.items.find((one) => one.name === name);
    const isOurs = name === 'businessName' && item?.changedAt === null;
    return [name, isOurs ? '' : item?.value];
  });
  return Object.fromEntries(entries) as Pick<Settings, N>;
}

/** A form over some settings, and what it makes stale. */
function useSettingsForm<N extends SettingName>(
  settings: SettingsReply,
  names: readonly N[],
  onSaved: () => unknown,
) {
  const client = useQueryClient();
  const shape = Object.fromEntries(names.map((name) => [name, settingSchemas[name]]));
  return useForm<Pick<Settings, N>, unknown>({
    initial: valuesOf(settings, names),
    schema: z.strictObject(shape) as never,
    send: (values) => sendCall(updateSettings, { body: { ...values, version: settings.version } } as never),
    onSaved: async () => {
      await refreshReads(client, [listSettings, readBusiness, readSetup]);
      onSaved();
    },
    draft: `setup ${names.join(' ')}`,
  });
}

const CONTACT = ['businessName', 'businessPhone', 'businessEmail', 'businessAddress', 'uen'] as const;

export function ContactStep({ onDone }: StepProps) {
  const settings = useCall(listSettings);
  return (
    <Loaded query={settings} what={t('the settings')}>
      {(loaded) => <ContactForm settings={loaded} onDone={onDone} />}
    </Loaded>
  );
}

interface FormProps extends Pick<StepProps, 'onDone'> {
  readonly settings: SettingsReply;
}

function ContactForm({ settings, onDone }: FormProps) {
  const form = useSettingsForm(settings, CONTACT, onDone);
  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <SubmitProblem problem={form.problem} />
      <TextField
        label={t('Name of the business')}
        autoComplete="organization"
        {...form.text('businessName')}
      />
      <TextField
        label={t('Phone')}
        type="tel"
        hint={t('Customers call this number. It is shown on your site.')}
        {...form.text('businessPhone')}
      />
      <TextField
        label={t('E-mail')}
        type="email"
        hint={t('Customers write to this address, and Kemas sends its notices to you here.')}
        {...form.text('businessEmail')}
      />
      <TextArea
        label={t('Address')}
        hint={t('Printed on receipts. You can fill it in later.')}
        {...form.text('businessAddress')}
      />
      <TextField label={t('UEN')} code hint={t('Leave blank if there is none.')} {...form.text('uen')} />
      <div className={styles.acts}>
        <Button type="submit" busy={form.sending && t('Saving')}>
          {t('Save and continue')}
        </Button>
      </div>
    </form>
  );
}

export function GstStep({ onDone }: StepProps) {
  const settings = useCall(listSettings);
  return (
    <Loaded query={settings} what={t('the settings')}>
      {(loaded) => <GstForm settings={loaded} onDone={onDone} />}
    </Loaded>
  );
}

const GST = ['gstRegistered', 'gstNumber', 'gstSince'] as const;

function GstForm({ settings, onDone }: FormProps) {
  const form = useSettingsForm(settings, GST, onDone);
  const confirm = useAct(confirmStep, { refresh: [readSetup], onSuccess: onDone });
  const isRegistered = form.values.gstRegistered;
  const wasRegistered = form.saved.gstRegistered;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        if (isRegistered || wasRegistered) return void form.submit(event);
        event.preventDefault();
        if (!confirm.isPending) confirm.mutate({ body: { step: 'gst' } });
      }}
      noValidate
    >
      <SubmitProblem problem={form.problem ?? confirm.error} />
      <RadioRows
        label={t('Is the business registered for GST?')}
        options={[
          { value: 'no', label: t('No'), note: t('Prices and receipts do not mention GST.') },
          {
            value: 'yes',
            label: t('Yes'),
            note: t('Prices show how much GST they include, receipts become tax invoices.'),
          },
        ]}
        value={isRegistered ? 'yes' : 'no'}
        onChange={(value) =>
          form.set(
            value === 'yes' ? { gstRegistered: true } : { gstRegistered: false, gstNumber: '', gstSince: '' },
          )
        }
      />
      {isRegistered && (
        <>
          <TextField label={t('GST registration number')} code {...form.text('gstNumber')} />
          <DayField
            label={t('Registered since')}
            name="gstSince"
            value={form.values.gstSince}
            error={form.errors.gstSince}
            onChange={(day) => form.set({ gstSince: day })}
          />
        </>
      )}
      <div className={styles.acts}>
        <Button type="submit" busy={(form.sending || confirm.isPending) && t('Saving')}>
          {isRegistered ? t('Save and continue') : t('Not registered: continue')}
        </Button>
      </div>
    </form>
  );
}

const HOURS = ['opensAtMinute', 'closesAtMinute'] as const;
const HALF_HOUR = 30;

export function HoursStep({ onDone }: StepProps) {
  const settings = useCall(listSettings);
  return (
    <Loaded query={settings} what={t('the settings')}>
      {(loaded) => <HoursForm settings={loaded} onDone={onDone} />}
    </Loaded>
  );
}

function HoursForm({ settings, onDone }: FormProps) {
  const form = useSettingsForm(settings, HOURS, onDone);
  const confirm = useAct(confirmStep, { refresh: [readSetup], onSuccess: onDone });
  const field = (name: (typeof HOURS)[number]) => ({
    name,
    value: String(form.values[name]),
    error: form.errors[name],
    options: timesOf(SETTINGS[name]),
    onChange: ({ target }: { target: { value: string } }) => form.set({ [name]: Number(target.value) }),
  });
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        if (form.changed) return void form.submit(event);
        event.preventDefault();
        if (!confirm.isPending) confirm.mutate({ body: { step: 'hours' } });
      }}
      noValidate
    >
      <SubmitProblem problem={form.problem ?? confirm.error} />
      <div className="k-pair">
        <SelectField label={t('First visit starts')} {...field('opensAtMinute')} />
        <SelectField label={t('Last visit ends')} {...field('closesAtMinute')} />
      </div>
      <Holidays />
      <div className={styles.acts}>
        <Button type="submit" busy={(form.sending || confirm.isPending) && t('Saving')}>
          {form.changed ? t('Save and continue') : t('These hours: continue')}
        </Button>
      </div>
    </form>
  );
}

/** The next holidays on which the business is closed. */
function Holidays() {
  const { date } = useFormat();
  const [all, setAll] = useState(false);
  const holidays = useCall(listHolidays, {});
  return (
    <Panel title={t('Closed on public holidays')} note={t('No visits can be booked on these days.')}>
      <Loaded query={holidays} what={t('the holidays')}>
        {({ items }) => {
          const next = items.filter(({ day, closed }) => closed && day >= today());
          const shown = all ? next : next.slice(0, FEW);
          return (
            <div className="k-stack k-gap-8">
              {next.length === 0 && <p className="k-muted">{t('None are entered yet.')}</p>}
              <ul className="k-stack k-gap-4">
                {shown.map(({ day, name }) => (
                  <li key={day}>
                    {date(day, 'dated')}: {name}
                  </li>
                ))}
              </ul>
              <p>
                {next.length > shown.length && (
                  <Button kind="quiet" size="small" onClick={() => setAll(true)}>
                    {t('Show {{count}} more', { count: next.length - shown.length })}
                  </Button>
                )}{' '}
                <TextLink href="/admin/settings">{t('Change the holidays')}</TextLink>
              </p>
            </div>
          );
        }}
      </Loaded>
    </Panel>
  );
}

const FEW = 4;

function timesOf({ least, most }: { readonly least: number; readonly most: number }) {
  return Array.from({ length: (most - least) / HALF_HOUR + 1 }, (_, i) => least + i * HALF_HOUR).map(
    (minute) => ({ value: String(minute), label: timeOf(minute) }),
  );
}

/** 8:00 am */
export function timeOf(minute: number): string {
  const [hour, past] = [Math.floor(minute / 60), minute % 60];
  const shown = { hour: hour % 12 || 12, minutes: String(past).padStart(2, '0') };
  return hour < 12 ? t('{{hour}}:{{minutes}} am', shown) : t('{{hour}}:{{minutes}} pm', shown);
}

import { TagsInput } from '@mantine/core';
import { listRegions } from '#features/places/contract.ts';
import { pickFields } from '#platform/kernel/fields.ts';
import { showMobile } from '#platform/kernel/mobile.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Checkbox, Field, SelectField, TelField, TextField } from '#platform/web/design/parts/field.tsx';
import { checkWith } from '#platform/web/forms/form-state.ts';
import { Panel, Panels } from '#platform/web/office/record.tsx';
import { Cell, FieldGrid, RecordForm, useRecordForm } from '#platform/web/office/record-form.tsx';
import type { CleanerReply } from '../../cleaner-shapes.ts';
import { createBody } from '../../contract.ts';
import styles from './parts.module.css';

const LABELS = {
  salutation: 'Salutation',
  firstname: 'First name',
  lastname: 'Last name',
  gender: 'Gender',
  mobile: 'Mobile',
  email: 'E-mail',
  languages: 'Languages',
  profilePhoto: 'Photo address',
  postal: 'Postal code',
  addressLine1: 'Address',
  addressLine2: 'Unit',
  addressLine3: 'Building',
  country: 'Country',
  regionIDs: 'Works in',
};

export const NEW_CLEANER = {
  salutation: '',
  firstname: '',
  lastname: '',
  gender: '',
  mobile: '',
  email: '',
  languages: [] as readonly string[],
  profilePhoto: '',
  postal: '',
  addressLine1: '',
  addressLine2: '',
  addressLine3: '',
  country: 'Singapore',
  regionIDs: [] as readonly string[],
};
export type Profile = typeof NEW_CLEANER;

/** What the form shows of a stored cleaner: the mobile number as its eight digits. */
export function profileOf(cleaner: CleanerReply): Profile {
  const names = Object.keys(NEW_CLEANER) as (keyof Profile)[];
  return { ...pickFields(cleaner, names), mobile: showMobile(cleaner.mobile) };
}

// Source: DOMAIN.md 1.5.
const SALUTATIONS = ['Mr', 'Mrs', 'Ms', 'Miss', 'Mdm', 'Dr', 'Prof'];
const LANGUAGES = [
  ...['English', 'Mandarin', 'Malay', 'Tamil', 'Hokkien', 'Cantonese'],
  ...['Burmese', 'Thai', 'Tagalog', 'Bahasa Indonesia', 'Hindi', 'Sinhala'],
];
const GENDERS = [
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
];

interface ProfileFormProps {
  readonly initial: Profile;
  readonly save: string;
  readonly send: (values: Profile) => Promise<unknown>;
}

/** A cleaner's profile, for new and stored cleaners. */
export function ProfileForm({ initial, save, send }: ProfileFormProps) {
  const form = useRecordForm<Profile>({ initial, labels: LABELS, check: checkWith(createBody), send });
  return (
    <RecordForm form={form} save={save}>
      <Panels left={<Person form={form} />} right={<Work form={form} />} />
    </RecordForm>
  );
}

type Form = ReturnType<typeof useRecordForm<Profile>>;

function Person({ form }: { readonly form: Form }) {
  const { field } = form;
  return (
    <>
      <Panel title="Person">
        <FieldGrid>
          <Cell span={2}>
            <SelectField
              {...field('salutation')}
              placeholder="None"
              options={SALUTATIONS.map((word) => ({ value: word, label: word }))}
            />
          </Cell>
          <Cell span={2}>
            <TextField {...field('firstname')} required />
          </Cell>
          <Cell span={2}>
            <TextField {...field('lastname')} />
          </Cell>
          <Cell span={2}>
            <SelectField {...field('gender')} placeholder="Not said" options={GENDERS} />
          </Cell>
          <Cell span={4}>
            <Field label={LABELS.languages} error={form.errors.languages}>
              {(wiring) => (
                <TagsInput
                  {...wiring}
                  name="languages"
                  data={LANGUAGES}
                  value={[...form.values.languages]}
                  onChange={(languages) => form.set({ languages })}
                />
              )}
            </Field>
          </Cell>
        </FieldGrid>
      </Panel>
      <Panel title="Reaching">
        <FieldGrid>
          <TelField {...field('mobile')} hint="Sign-in codes go here." required />
          <TextField {...field('email')} type="email" inputMode="email" />
          <Cell span={6}>
            <TextField {...field('profilePhoto')} type="url" inputMode="url" />
          </Cell>
        </FieldGrid>
      </Panel>
    </>
  );
}

function Work({ form }: { readonly form: Form }) {
  const { field, values } = form;
  const regions = useCall(listRegions).data?.items ?? [];
  const toggle = (id: string, on: boolean) =>
    form.set({ regionIDs: on ? [...values.regionIDs, id] : values.regionIDs.filter((each) => each !== id) });
  return (
    <>
      <Panel title="Works in" note="None ticked: everywhere.">
        <div className={styles.regions}>
          {regions.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={values.regionIDs.includes(id)}
              onChange={(event) => toggle(id, event.target.checked)}
            />
          ))}
        </div>
        {form.errors.regionIDs && <p role="alert">{form.errors.regionIDs}</p>}
      </Panel>
      <Panel title="Home">
        <FieldGrid>
          <Cell span={2}>
            <TextField {...field('postal')} code inputMode="numeric" />
          </Cell>
          <Cell span={2}>
            <TextField {...field('addressLine2')} code />
          </Cell>
          <Cell span={2}>
            <TextField {...field('country')} />
          </Cell>
          <Cell span={6}>
            <TextField {...field('addressLine1')} />
          </Cell>
          <Cell span={6}>
            <TextField {...field('addressLine3')} />
          </Cell>
        </FieldGrid>
      </Panel>
    </>
  );
}

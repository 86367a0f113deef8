import type { z } from 'zod';
import { listRegions } from '#features/places/contract.ts';
import { pickFields } from '#platform/kernel/fields.ts';
import { showMobile } from '#platform/kernel/mobile.ts';
import { useCall } from '#platform/web/api/queries.ts';
import type { FormFields } from '#platform/web/office/form-fields.ts';
import { FormPanels } from '#platform/web/office/form-panel.tsx';
import { RecordForm } from '#platform/web/office/record-form.tsx';
import type { RecordFormOf } from '#platform/web/office/use-record-form.ts';
import type { CleanerReply } from '../../cleaner-shapes.ts';
import type { createBody } from '../../contract.ts';
import { GENDERS } from './cleaner-name.ts';

// Source: DOMAIN.md 1.5.
const SALUTATIONS = ['Mr', 'Mrs', 'Ms', 'Miss', 'Mdm', 'Dr', 'Prof'];
const LANGUAGES = [
  ...['English', 'Mandarin', 'Malay', 'Tamil', 'Hokkien', 'Cantonese'],
  ...['Burmese', 'Thai', 'Tagalog', 'Bahasa Indonesia', 'Hindi', 'Sinhala'],
];

export const NEW_CLEANER = {
  salutation: '',
  firstname: '',
  lastname: '',
  gender: '',
  mobile: '',
  email: '',
  languages: [] as string[],
  profilePhoto: '',
  postal: '',
  addressLine1: '',
  addressLine2: '',
  addressLine3: '',
  country: 'Singapore',
  regionIDs: [] as string[],
} satisfies z.input<typeof createBody>;
type Names = keyof typeof NEW_CLEANER;
/** What the profile's form shows of a cleaner. */
export type Profile = Required<Pick<z.input<typeof createBody>, Names>>;

/** A stored cleaner as the form shows it: the mobile number as its eight digits. */
export function profileOf(cleaner: CleanerReply): Profile {
  const names = Object.keys(NEW_CLEANER) as Names[];
  return { ...pickFields(cleaner, names), mobile: showMobile(cleaner.mobile) };
}

/** The profile's fields, with the regions as they are. */
export function useProfileFields(): FormFields<Profile> {
  const regions = useCall(listRegions).data?.items ?? [];
  return {
    salutation: {
      label: 'Salutation',
      kind: 'choice',
      span: 2,
      none: 'None',
      options: SALUTATIONS.map((word) => ({ value: word, label: word })),
    },
    firstname: { label: 'First name', span: 2, required: true },
    lastname: { label: 'Last name', span: 2 },
    gender: { label: 'Gender', kind: 'choice', span: 2, none: 'Not specified', options: GENDERS },
    languages: { label: 'Languages', kind: 'tags', span: 4, suggestions: LANGUAGES },
    mobile: { label: 'Mobile', kind: 'mobile', hint: 'Sign-in codes go here.', required: true },
    email: { label: 'E-mail', kind: 'email' },
    profilePhoto: { label: 'Photo link', kind: 'url', span: 6 },
    postal: { label: 'Postal code', kind: 'digits', span: 2 },
    addressLine1: { label: 'Address', span: 6 },
    addressLine2: { label: 'Unit', kind: 'code', span: 2 },
    addressLine3: { label: 'Building', span: 6 },
    country: { label: 'Country', span: 2 },
    regionIDs: {
      label: 'Works in',
      kind: 'ticks',
      span: 6,
      options: regions.map(({ id, name }) => ({ value: id, label: name })),
    },
  };
}

/** A cleaner's profile, for new and stored cleaners. */
export function ProfileForm({ form, save }: { readonly form: RecordFormOf<Profile>; readonly save: string }) {
  return (
    <RecordForm form={form} save={save}>
      <FormPanels
        form={form}
        left={[
          { title: 'Person', names: ['salutation', 'firstname', 'lastname', 'gender', 'languages'] },
          { title: 'Contact details', names: ['mobile', 'email', 'profilePhoto'] },
        ]}
        right={[
          { title: 'Works in', note: 'None ticked means everywhere.', names: ['regionIDs'] },
          { title: 'Home', names: ['postal', 'addressLine2', 'country', 'addressLine1', 'addressLine3'] },
        ]}
      />
    </RecordForm>
  );
}

import type { z } from 'zod';
import { listRegions } from '#features/catalogue/places/contract.ts';
import { SALUTATIONS } from '#features/people/customers/rules/salutations.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { DISPLAY_NAME_FIELD } from '#platform/web/office/display-name-field.ts';
import type { RecordLayout } from '#platform/web/office/form-fields.ts';
import type { createBody } from '../../contract.ts';
import { GENDERS } from './genders.ts';
import { LANGUAGES } from './languages.ts';

const BLANK = {
  salutation: '',
  firstname: '',
  lastname: '',
  displayName: '',
  gender: '',
  mobile: '',
  email: '',
  languages: [] as string[],
  avoidsPets: false,
  profilePhoto: '',
  postal: '',
  addressLine1: '',
  addressLine2: '',
  addressLine3: '',
  country: 'Singapore',
  latitude: null as number | null,
  longitude: null as number | null,
  regionIDs: [] as string[],
} satisfies z.input<typeof createBody>;
export type Profile = Required<Pick<z.input<typeof createBody>, keyof typeof BLANK>>;

/** For a new cleaner: coordinates are set later, where the centre of the postal district is too far off. */
export function withoutStart(layout: RecordLayout<Profile>): RecordLayout<Profile> {
  return { ...layout, right: layout.right?.filter(({ names }) => !names.includes('latitude')) ?? [] };
}

/** The form layout of a cleaner's profile, with the current regions. */
export function useProfileLayout(): RecordLayout<Profile> {
  const regions = useCall(listRegions).data?.items ?? [];
  return {
    blank: BLANK,
    fields: {
      salutation: {
        label: 'Salutation',
        kind: 'choice',
        span: 2,
        none: 'None',
        options: SALUTATIONS.map((word) => ({ value: word, label: word })),
      },
      firstname: { label: 'First name', span: 2, required: true },
      lastname: { label: 'Last name', span: 2 },
      displayName: DISPLAY_NAME_FIELD,
      gender: { label: 'Gender', kind: 'choice', span: 2, none: 'Not specified', options: GENDERS },
      languages: { label: 'Languages', kind: 'tags', span: 4, suggestions: LANGUAGES },
      avoidsPets: { label: 'Does not work in homes with pets', kind: 'flag', span: 6 },
      mobile: {
        label: 'Mobile',
        kind: 'mobile',
        hint: 'Sign-in codes go here.',
        required: true,
        ownersAt: '/admin/cleaners',
      },
      email: { label: 'E-mail', kind: 'email' },
      profilePhoto: { label: 'Photo' },
      postal: { label: 'Postal code', kind: 'digits', span: 2 },
      addressLine1: { label: 'Address', span: 6 },
      addressLine2: { label: 'Unit', kind: 'code', span: 2 },
      addressLine3: { label: 'Building', span: 6 },
      country: { label: 'Country', span: 2 },
      latitude: { label: 'Latitude', kind: 'number', none: 'Centre of the postal district' },
      longitude: { label: 'Longitude', kind: 'number', none: 'Centre of the postal district' },
      regionIDs: {
        label: 'Works in',
        kind: 'ticks',
        span: 6,
        options: regions.map(({ id, name }) => ({ value: id, label: name })),
      },
    },
    left: [
      {
        title: 'Person',
        names: ['salutation', 'firstname', 'lastname', 'displayName', 'gender', 'languages', 'avoidsPets'],
      },
      { title: 'Contact details', names: ['mobile', 'email'] },
    ],
    right: [
      { title: 'Works in', note: 'None ticked means everywhere.', names: ['regionIDs'] },
      { title: 'Home', names: ['postal', 'addressLine2', 'country', 'addressLine1', 'addressLine3'] },
      {
        title: 'Start of the day',
        note: 'Where they set out for the first visit. Leave blank for the centre of the postal district.',
        names: ['latitude', 'longitude'],
      },
    ],
  };
}

import { listRegions } from '#features/catalogue/places/contract.ts';
import { SALUTATIONS } from '#features/people/customers/rules/salutations.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { t } from '#platform/web/i18n/office.ts';
import { DISPLAY_NAME_FIELD } from '#platform/web/office/display-name-field.ts';
import { formFields, type RecordLayout } from '#platform/web/office/form-fields.ts';
import { profileFields } from '../../cleaner-shapes.ts';
import { GENDERS } from './genders.ts';
import { LANGUAGES } from './languages.ts';

const BLANK = { ...profileFields.initial, firstname: '', mobile: '', regionIDs: [] as string[] };
export type Profile = typeof BLANK;

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
      ...formFields(profileFields, {
        salutation: {
          kind: 'choice',
          span: 2,
          none: t('None'),
          options: SALUTATIONS.map((word) => ({ value: word, label: word })),
        },
        firstname: { span: 2 },
        lastname: { span: 2 },
        displayName: DISPLAY_NAME_FIELD,
        gender: { kind: 'choice', span: 2, none: t('Not specified'), options: GENDERS },
        languages: { kind: 'tags', span: 4, suggestions: LANGUAGES },
        avoidsPets: { kind: 'flag', span: 6 },
        mobile: { kind: 'mobile', hint: t('Sign-in codes go here.'), ownersAt: '/admin/cleaners' },
        email: { kind: 'email' },
        postal: { kind: 'digits', span: 2 },
        addressLine1: { span: 6 },
        addressLine2: { kind: 'code', span: 2 },
        addressLine3: { span: 6 },
        country: { span: 2 },
        latitude: { kind: 'number', none: t('Centre of the postal district') },
        longitude: { kind: 'number', none: t('Centre of the postal district') },
      }),
      regionIDs: {
        label: t('Works in'),
        kind: 'ticks',
        span: 6,
        options: regions.map(({ id, name }) => ({ value: id, label: name })),
      },
    },
    left: [
      {
        title: t('Person'),
        names: ['salutation', 'firstname', 'lastname', 'displayName', 'gender', 'languages', 'avoidsPets'],
      },
      { title: t('Contact details'), names: ['mobile', 'email'] },
    ],
    right: [
      { title: t('Works in'), note: t('None ticked means everywhere.'), names: ['regionIDs'] },
      { title: t('Home'), names: ['postal', 'addressLine2', 'country', 'addressLine1', 'addressLine3'] },
      {
        title: t('Start of the day'),
        note: t('Where they set out for the first visit. Leave blank for the centre of the postal district.'),
        names: ['latitude', 'longitude'],
      },
    ],
  };
}

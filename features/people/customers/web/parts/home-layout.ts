import { useQuery } from '@tanstack/react-query';
import { findAreas } from '#features/catalogue/places/contract.ts';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import type { RecordLayout } from '#platform/web/office/form-fields.ts';
import { HOME_LANGUAGES } from '../../rules/homes.ts';
import { homeTypeOptions } from './home-labels.ts';

const BLANK = {
  label: '',
  type: '',
  postal: '',
  addressLine1: '',
  addressLine2: '',
  addressLine3: '',
  country: 'Singapore',
  isPrimary: false,
  hasPets: false,
  languagePreference: '',
  genderPreference: '',
};
export type HomeForm = typeof BLANK;

/** The office's form of a home; `own` is its current type, which may be the customer's own word. */
export function homeLayout(own = ''): RecordLayout<HomeForm> {
  return {
    blank: BLANK,
    fields: {
      postal: {
        label: 'Postal code',
        kind: 'digits',
        span: 2,
        required: true,
        hint: 'Six digits. The area appears here.',
      },
      addressLine2: { label: 'Unit', kind: 'code', span: 2 },
      country: { label: 'Country', span: 2 },
      addressLine1: { label: 'Address', span: 6, required: true },
      addressLine3: { label: 'Building', span: 6 },
      label: { label: 'Name of the home', span: 3, hint: 'Mum’s place, Office' },
      type: {
        label: 'Kind of home',
        kind: 'choice',
        span: 3,
        none: 'Not sure',
        options: homeTypeOptions(own),
      },
      isPrimary: { label: 'Primary home', kind: 'flag', span: 3 },
      hasPets: { label: 'Pets at home', kind: 'flag', span: 3 },
      genderPreference: {
        label: 'Cleaner',
        kind: 'choice',
        span: 3,
        none: 'Anyone',
        options: [
          { value: 'female', label: 'Female' },
          { value: 'male', label: 'Male' },
        ],
      },
      languagePreference: {
        label: 'Language',
        kind: 'suggested',
        span: 3,
        suggestions: HOME_LANGUAGES.map(({ name }) => name),
      },
    },
    left: [
      {
        title: 'Address',
        names: [
          'postal',
          'addressLine2',
          'country',
          'addressLine1',
          'addressLine3',
          'label',
          'type',
          'isPrimary',
        ],
      },
    ],
    right: [{ title: 'For the crew', names: ['hasPets', 'genderPreference', 'languagePreference'] }],
  };
}

/** The name of a complete postal code's area, or that it is unknown; undefined until then. */
export function useAreaName(postal: string): string | undefined {
  const isWhole = POSTAL_CODE.test(postal);
  const { data } = useQuery({ ...queryOf(findAreas, { query: { postal } }), enabled: isWhole });
  if (!isWhole || data === undefined) return undefined;
  const [area] = data;
  return area === undefined ? 'We do not know this area. Check the first two digits.' : area.name;
}

import { useQuery } from '@tanstack/react-query';
import { findAreas } from '#features/catalogue/places/contract.ts';
import { POSTAL_CODE } from '#platform/kernel/postal.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { t } from '#platform/web/i18n/office.ts';
import { formFields, type RecordLayout } from '#platform/web/office/form-fields.ts';
import { homeFields } from '../../address-shapes.ts';
import { HOME_LANGUAGES } from '../../rules/homes.ts';
import { homeTypeOptions } from './home-labels.ts';

const BLANK = { ...homeFields.initial, addressLine1: '', postal: '', isPrimary: false };
export type HomeForm = typeof BLANK;

/** The office's form of a home; `own` is its current type, which may be the customer's own word. */
export function homeLayout(own = ''): RecordLayout<HomeForm> {
  return {
    blank: BLANK,
    fields: {
      ...formFields(homeFields, {
        postal: { kind: 'digits', span: 2, hint: t('Six digits. The area appears here.') },
        addressLine2: { kind: 'code', span: 2 },
        country: { span: 2 },
        addressLine1: { span: 6 },
        addressLine3: { span: 6 },
        label: { hint: t('Mum’s place, Office') },
        type: { kind: 'choice', none: t('Not sure'), options: homeTypeOptions(own) },
        hasPets: { kind: 'flag' },
        genderPreference: {
          kind: 'choice',
          none: t('Anyone'),
          options: [
            { value: 'female', label: t('Female') },
            { value: 'male', label: t('Male') },
          ],
        },
        languagePreference: { kind: 'suggested', suggestions: HOME_LANGUAGES.map(({ name }) => name) },
      }),
      isPrimary: { label: t('Primary home'), kind: 'flag' },
    },
    left: [
      {
        title: t('Address'),
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
    right: [{ title: t('For the crew'), names: ['hasPets', 'genderPreference', 'languagePreference'] }],
  };
}

/** The name of a complete postal code's area, or that it is unknown; undefined until then. */
export function useAreaName(postal: string): string | undefined {
  const isWhole = POSTAL_CODE.test(postal);
  const { data } = useQuery({ ...queryOf(findAreas, { query: { postal } }), enabled: isWhole });
  if (!isWhole || data === undefined) return undefined;
  const [area] = data;
  return area === undefined ? t('We do not know this area. Check the first two digits.') : area.name;
}

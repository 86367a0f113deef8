import type { JobType } from '#features/catalogue/packages/rules/package.ts';
import { servicesByHours } from '#features/catalogue/packages/rules/takes-hours.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { useCreditsText } from './text.ts';

// Spelled out so that the public bundle does not include the contract's schemas.
const listPackages = lightCall<typeof import('#features/catalogue/packages/contract.ts').listPackages>({
  method: 'GET',
  path: '/packages',
});
export const VISITS_ON_SALE = { kind: 'visit', size: 200, count: '0' } as const;

/** Which cleans hours pay for, in one or two sentences; empty until the packages are loaded. */
export function useWhatHoursPay(): string {
  const { t, language } = useCreditsText();
  const packages = useCall(listPackages, { query: VISITS_ON_SALE });
  if (packages.data === undefined) return '';
  const { yes, no, 'with-difference': difference } = servicesByHours(packages.data.items);
  const list = new Intl.ListFormat(language === 'zh' ? 'zh-Hans-SG' : 'en-SG');
  const namesOf = (services: readonly JobType[]) =>
    list.format(services.map((service) => t(`uses.service.${service}`)));
  if (difference.length === 0 && no.length === 0) return t('uses.any');
  return [
    yes.length > 0 && t('uses.yes', { services: namesOf(yes) }),
    difference.length > 0 && t('uses.difference', { services: namesOf(difference) }),
    no.length > 0 && t('uses.no', { services: namesOf(no) }),
  ]
    .filter((sentence) => sentence !== false)
    .join(language === 'zh' ? '' : ' ');
}

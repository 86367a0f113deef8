import { JOB_TYPES } from '#features/catalogue/packages/rules/package.ts';
import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { listRegions } from '#features/catalogue/places/contract.ts';
import { listCleaners } from '#features/people/cleaners/contract.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { SelectField } from '#platform/web/design/parts/field.tsx';
import type { VisitFilters } from './panel.ts';
import styles from './statistics.module.css';

/** More than a company has. */
const MAX_CLEANERS = 2000;

interface VisitFilterBarProps {
  readonly filters: VisitFilters;
  /** With an empty value, the filter is removed. */
  onChange(name: keyof VisitFilters, value: string): void;
}

/** Only the visits of a service, a region or a cleaner. */
export function VisitFilterBar({ filters, onChange }: VisitFilterBarProps) {
  const regions = useCall(listRegions).data?.items ?? [];
  const cleaners =
    useCall(listCleaners, { query: { size: MAX_CLEANERS, sortby: 'fullname', count: '0' } }).data?.items ??
    [];
  return (
    <div className={styles.filters}>
      <SelectField
        label="Service"
        placeholder="All services"
        options={JOB_TYPES.map((type) => ({ value: type, label: JOB_TYPE_NAMES[type] }))}
        value={filters.jobType ?? ''}
        onChange={({ target }) => onChange('jobType', target.value)}
      />
      <SelectField
        label="Region"
        placeholder="All regions"
        options={regions.map(({ id, name }) => ({ value: id, label: name }))}
        value={filters.regionID ?? ''}
        onChange={({ target }) => onChange('regionID', target.value)}
      />
      <SelectField
        label="Cleaner"
        placeholder="All cleaners"
        options={cleaners.map(({ id, fullname }) => ({ value: id, label: fullname }))}
        value={filters.cleanerID ?? ''}
        onChange={({ target }) => onChange('cleanerID', target.value)}
      />
    </div>
  );
}

import { JOB_TYPE_OPTIONS } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import type { FieldSpec } from './field-spec.ts';

/** The clean that an entry is about: it stands on that clean's page, without one on all of them. */
export const aboutClean: FieldSpec = {
  kind: 'choice',
  name: 'service',
  label: 'Shown for',
  options: [{ value: '', label: 'All cleans' }, ...JOB_TYPE_OPTIONS],
};

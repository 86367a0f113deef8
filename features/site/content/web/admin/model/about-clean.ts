import { JOB_TYPE_OPTIONS } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import type { FieldSpec } from './field-spec.ts';

/** The service an entry is about: it appears on that service's page, or without one on all of them. */
export const aboutClean: FieldSpec = {
  kind: 'choice',
  name: 'service',
  label: 'Shown for',
  options: [{ value: '', label: 'All cleans' }, ...JOB_TYPE_OPTIONS],
};

import { NewRecord } from '#platform/web/office/record-screens.tsx';
import { BLANK_OF, layoutOf, PACKAGES } from '../parts/package.ts';
import type { PackageValues } from '../parts/price-so-far.ts';
import { NewPackagePanels } from './package-panels.tsx';

const VISIT = layoutOf('visit', BLANK_OF.visit);
/** The form holds the fields of both kinds, so that either can be chosen. */
const LAYOUT = { ...VISIT, blank: { credits: undefined, ...VISIT.blank } satisfies PackageValues };

/** /admin/packages/new */
export function Component() {
  return (
    <NewRecord of={PACKAGES} layout={LAYOUT}>
      {(form) => <NewPackagePanels form={form} />}
    </NewRecord>
  );
}

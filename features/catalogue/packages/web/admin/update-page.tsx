import { t } from '#platform/web/i18n/office.ts';
import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { ChangeRecord } from '#platform/web/office/record-screens.tsx';
import { kindOf } from '../../rules/package.ts';
import { layoutOf, PACKAGES } from '../parts/package.ts';
import { packageLabel } from './package-labels.ts';
import { PackagePanels } from './package-panels.tsx';

/** /admin/packages/:packageID/update */
export function Component() {
  return (
    <RecordFrame of={PACKAGES} subtitle={packageLabel}>
      {(found) => {
        const kind = kindOf(found);
        return (
          <ChangeRecord of={PACKAGES} layout={layoutOf(kind, found)} record={found}>
            {(form) => <PackagePanels form={form} kind={kind} note={t('Booked jobs keep their price.')} />}
          </ChangeRecord>
        );
      }}
    </RecordFrame>
  );
}

import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { ShowRecord } from '#platform/web/office/record-screens.tsx';
import type { PackageReply } from '../../contract.ts';
import { kindOf } from '../../rules/package.ts';
import { layoutOf, PACKAGES } from '../parts/package.ts';
import { packageLabel } from './package-labels.ts';
import { PricePanel } from './package-panels.tsx';

/** /admin/packages/:packageID/view */
export function Component() {
  return (
    <RecordFrame of={PACKAGES} subtitle={(found) => <Subtitle found={found} />}>
      {(found) => (
        <ShowRecord
          layout={layoutOf(kindOf(found), found)}
          record={found}
          beside={<PricePanel terms={found} />}
        />
      )}
    </RecordFrame>
  );
}

/** Type and category, and the time of the last change. */
function Subtitle({ found }: { readonly found: PackageReply }) {
  const { date, time } = useFormat();
  const since = found.updatedAt === found.createdAt ? t('Added') : t('Changed');
  return (
    <>
      {packageLabel(found)} {since} {date(found.updatedAt, 'long')}, {time(found.updatedAt)}.
    </>
  );
}

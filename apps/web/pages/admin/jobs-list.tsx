import IconHourglass from '@tabler/icons-react/dist/esm/icons/IconHourglass.mjs';
import IconMessage from '@tabler/icons-react/dist/esm/icons/IconMessage.mjs';
import { writeMessage } from '#features/work/conversations/contract.ts';
import { WriteToManySheet } from '#features/work/conversations/web/office/write-to-many-sheet.tsx';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { JobsList } from '#features/work/jobs/web/admin/list-page.tsx';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { t } from '#platform/web/i18n/office.ts';
import type { BulkAction } from '#platform/web/office/bulk-bar.tsx';
import { useMayCall } from '#platform/web/session/use-may.ts';

const MESSAGE: BulkAction<Job> = {
  label: t('Message'),
  icon: IconMessage,
  does: (sheet) => <WriteToManySheet {...sheet} />,
};

/** /admin/jobs */
export function Component() {
  const mayWrite = useMayCall(writeMessage);
  return (
    <JobsList
      moreBulkActions={mayWrite ? [MESSAGE] : []}
      more={
        <ButtonLink kind="quiet" size="small" icon={IconHourglass} href="/admin/jobs/waiting">
          {t('Waiting list')}
        </ButtonLink>
      }
    />
  );
}

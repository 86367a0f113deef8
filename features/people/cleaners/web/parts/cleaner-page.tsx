import type { ReactNode } from 'react';
import { showMobile } from '#platform/kernel/mobile.ts';
import { addDays, today } from '#platform/web/business-time.ts';
import { PersonTile } from '#platform/web/design/tiles/person-tile.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { initialsOf } from '#platform/web/initials.ts';
import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { recordKind } from '#platform/web/office/record-kind.ts';
import type { CleanerReply } from '../../cleaner-shapes.ts';
import { cleaners } from '../../contract.ts';

export const CLEANERS = recordKind({
  one: t('cleaner'),
  many: t('cleaners'),
  home: '/admin/cleaners',
  param: 'cleanerID',
  audited: 'cleaner',
  calls: cleaners,
  nameOf: ({ fullname }) => fullname,
  beforeTrash: (id, { code, extensions }) => {
    if (code !== 'has_jobs') return null;
    const count = Array.isArray(extensions.jobs) ? extensions.jobs.length : 0;
    return {
      label: count === 1 ? t('Cover the visit') : t('Cover {{count}} visits', { count }),
      to: coverLeaver(id),
    };
  },
});

/** The page on which the office covers the visits of a cleaner who leaves, a month at a time. */
function coverLeaver(id: string): string {
  const month = { day: today(), until: addDays(today(), 30) };
  return `/admin/cleaners/cover?${new URLSearchParams({ cleanerID: id, ...month, reason: t('Leaves'), leaves: '1' })}`;
}

/** The frame of every page about the cleaner in the URL. */
export function CleanerPage({ children }: { readonly children: (cleaner: CleanerReply) => ReactNode }) {
  return (
    <RecordFrame
      of={CLEANERS}
      subtitle={({ mobile }) => showMobile(mobile)}
      picture={(cleaner) => (
        <PersonTile
          id={cleaner.id}
          initials={initialsOf(cleaner.fullname)}
          size={52}
          photo={cleaner.profilePhoto}
        />
      )}
      view={t('Profile')}
      pages={{ 'Weekly hours': 'availability', Schedule: 'schedule' }}
    >
      {children}
    </RecordFrame>
  );
}

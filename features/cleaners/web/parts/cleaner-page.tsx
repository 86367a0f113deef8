import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { showMobile } from '#platform/kernel/mobile.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { PersonTile } from '#platform/web/design/tiles/tile.tsx';
import { LoadedRecord, RecordPage } from '#platform/web/office/record.tsx';
import { TrashButton } from '#platform/web/office/trash-button.tsx';
import type { Trashable } from '#platform/web/office/use-trash.ts';
import type { CleanerReply } from '../../cleaner-shapes.ts';
import { getCleaner, listCleaners, trashCleaner, untrashCleaner } from '../../contract.ts';
import { initialsOf, nameOf } from './cleaner-name.ts';

export const CLEANERS = { title: 'Cleaners', to: '/admin/cleaners' };
/** What a change of a cleaner makes stale. */
export const CLEANER_READS = [getCleaner, listCleaners];
const TRASH: Trashable<CleanerReply> = {
  calls: { trash: trashCleaner, untrash: untrashCleaner },
  one: 'cleaner',
  many: 'cleaners',
  nameOf,
  refresh: CLEANER_READS,
};

/** The frame of every page about the cleaner in the address: loading, name, tabs, trash. */
export function CleanerPage({ children }: { readonly children: (cleaner: CleanerReply) => ReactNode }) {
  const { cleanerID = '' } = useParams();
  const query = useCall(getCleaner, { params: { id: cleanerID } });
  const at = `${CLEANERS.to}/${cleanerID}`;
  const tabs = [
    { label: 'Profile', to: `${at}/view` },
    { label: 'Change', to: `${at}/update` },
    { label: 'Weekly hours', to: `${at}/availability` },
    { label: 'Schedule', to: `${at}/schedule` },
  ];
  return (
    <LoadedRecord query={query} what="this cleaner" title="Cleaner" list={CLEANERS}>
      {(found) => {
        const cleaner = wholeOf(found);
        return (
          <RecordPage
            list={CLEANERS}
            title={nameOf(cleaner)}
            subtitle={`${cleaner.trash === 1 ? 'In the trash. ' : ''}${showMobile(cleaner.mobile)}`}
            picture={<PersonTile id={cleaner.id} initials={initialsOf(cleaner)} size={52} />}
            tabs={tabs}
            acts={<TrashButton item={cleaner} of={TRASH} />}
          >
            {children(cleaner)}
          </RecordPage>
        );
      }}
    </LoadedRecord>
  );
}

/** The office always gets the whole record; the public fields alone would be a mistake of ours. */
function wholeOf(found: CleanerReply | object): CleanerReply {
  if ('mobile' in found) return found as CleanerReply;
  throw new Error('The office was given only the public fields of a cleaner.');
}

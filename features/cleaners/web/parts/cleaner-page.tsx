import IconRestore from '@tabler/icons-react/dist/esm/icons/IconRestore.mjs';
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { showMobile } from '#platform/kernel/mobile.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { PersonTile } from '#platform/web/design/tiles/tile.tsx';
import { LoadedRecord, RecordPage } from '#platform/web/office/record.tsx';
import { useTrash } from '#platform/web/office/use-trash.ts';
import type { CleanerReply } from '../../cleaner-shapes.ts';
import {
  getCleaner,
  listCleaners,
  listUnavailableDates,
  trashCleaner,
  untrashCleaner,
} from '../../contract.ts';
import { initialsOf, nameOf } from './cleaner-name.ts';

export const CLEANERS = { title: 'Cleaners', to: '/admin/cleaners' };
/** What a change of a cleaner makes stale. */
export const CLEANER_READS = [getCleaner, listCleaners, listUnavailableDates];
export const TRASHING = {
  calls: { trash: trashCleaner, untrash: untrashCleaner },
  one: 'cleaner',
  many: 'cleaners',
  nameOf,
  refresh: CLEANER_READS,
};

/** The frame of every page about one cleaner of the address: loading, name, tabs, trash. */
export function CleanerPage({ children }: { readonly children: (cleaner: CleanerReply) => ReactNode }) {
  const { cleanerID = '' } = useParams();
  const query = useCall(getCleaner, { params: { id: cleanerID } });
  const trashing = useTrash<CleanerReply>(TRASHING);
  const at = `${CLEANERS.to}/${cleanerID}`;
  return (
    <LoadedRecord query={query} what="this cleaner" title="Cleaner" list={CLEANERS}>
      {(found) => {
        const cleaner = wholeOf(found);
        const inTrash = cleaner.trash === 1;
        return (
          <RecordPage
            list={CLEANERS}
            title={nameOf(cleaner)}
            subtitle={`${inTrash ? 'In the trash. ' : ''}${showMobile(cleaner.mobile)}`}
            picture={<PersonTile id={cleaner.id} initials={initialsOf(cleaner)} size={52} />}
            tabs={[
              { label: 'Profile', to: `${at}/view` },
              { label: 'Change', to: `${at}/update` },
              { label: 'Weekly hours', to: `${at}/availability` },
              { label: 'Schedule', to: `${at}/schedule` },
            ]}
            acts={
              inTrash ? (
                <Button
                  kind="quiet"
                  size="small"
                  icon={IconRestore}
                  onClick={() => void trashing.restore([cleaner])}
                >
                  Restore
                </Button>
              ) : (
                <Button
                  kind="quiet"
                  size="small"
                  icon={IconTrash}
                  onClick={() => void trashing.trash([cleaner])}
                >
                  Trash
                </Button>
              )
            }
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

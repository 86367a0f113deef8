import type { ReactNode } from 'react';
import { showMobile } from '#platform/kernel/mobile.ts';
import { PersonTile } from '#platform/web/design/tiles/tile.tsx';
import { RecordFrame } from '#platform/web/office/record-frame.tsx';
import { recordKind } from '#platform/web/office/record-kind.ts';
import type { CleanerReply } from '../../cleaner-shapes.ts';
import * as calls from '../../contract.ts';
import { initialsOf, nameOf } from './cleaner-name.ts';

export const CLEANERS = recordKind({
  one: 'cleaner',
  many: 'cleaners',
  home: '/admin/cleaners',
  list: calls.listCleaners,
  get: calls.getCleaner,
  trash: calls.trashCleaner,
  untrash: calls.untrashCleaner,
  nameOf,
});

/** The frame of every page about the cleaner in the address. */
export function CleanerPage({ children }: { readonly children: (cleaner: CleanerReply) => ReactNode }) {
  return (
    <RecordFrame
      of={CLEANERS}
      param="cleanerID"
      subtitle={({ mobile }) => showMobile(mobile)}
      picture={(cleaner) => <PersonTile id={cleaner.id} initials={initialsOf(cleaner)} size={52} />}
      pages={{ 'Weekly hours': 'availability', Schedule: 'schedule' }}
    >
      {children}
    </RecordFrame>
  );
}

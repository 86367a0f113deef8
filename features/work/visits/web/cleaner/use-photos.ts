import { useEffect, useState } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { randomId } from '#platform/web/random-id.ts';
import type { VisitRecord } from '../../contract/visit-day.ts';
import { photoKey, photoStore } from './photo-store.ts';
import { shrinkPhoto } from './shrink-photo.ts';
import { unsent, useUnsent } from './unsent.ts';
import { useSendAction } from './unsent-sender.tsx';

export interface ShownPhoto {
  readonly id: string;
  readonly kind: 'before' | 'after';
  readonly takenAt: string;
  /** Null while it is only on this phone. */
  readonly url: string | null;
  readonly isUnsent: boolean;
  readonly removable: boolean;
}

/** The photos of a visit: uploaded ones, and those that this phone still has to send. */
export function usePhotos(job: Pick<Job, 'id'>, record: VisitRecord | undefined) {
  const { sendAction } = useSendAction();
  const { items } = useUnsent();
  const own = items.filter((item) => item.jobID === job.id);
  const removed = own.flatMap((item) => (item.act === 'remove-photo' ? item.photoID : []));
  const sent = (record?.photos ?? [])
    .filter((photo) => !removed.includes(photo.id))
    .map((photo) => ({ ...photo, isUnsent: false }));
  const waiting = own.flatMap((item) =>
    item.act === 'photo' && !sent.some((photo) => photo.id === item.photoID)
      ? [{ id: item.photoID, kind: item.kind, takenAt: item.at, url: null, isUnsent: true, removable: true }]
      : [],
  );
  const photos: readonly ShownPhoto[] = [...sent, ...waiting];
  return {
    photos,
    unsentCount: waiting.length,
    /** False if the browser cannot read the file. */
    async add(kind: 'before' | 'after', file: File): Promise<boolean> {
      const owner = unsent.owner();
      if (owner === null) return false;
      const at = appClock.now().toISOString();
      const photoID = randomId();
      try {
        await photoStore.put(photoKey(owner, photoID), await shrinkPhoto(file));
      } catch {
        return false; // not a supported image format: the page shows an error
      }
      sendAction({ act: 'photo', jobID: job.id, photoID, kind, at });
      return true;
    },
    async remove({ id }: ShownPhoto): Promise<void> {
      unsent.drop((item) => item.act === 'photo' && item.photoID === id);
      // It may be in transit, so the removal is always sent.
      sendAction({ act: 'remove-photo', jobID: job.id, photoID: id, at: appClock.now().toISOString() });
      const owner = unsent.owner();
      if (owner !== null) await photoStore.remove(photoKey(owner, id));
    },
  };
}

/** The object URL of a photo that is only on this phone; null for others, and until it is loaded. */
export function useStoredPicture({ id, isUnsent }: ShownPhoto): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const owner = unsent.owner();
    if (!isUnsent || owner === null) return;
    let made: string | null = null;
    let isOver = false;
    void photoStore.get(photoKey(owner, id)).then((picture) => {
      if (picture === null || isOver) return;
      made = URL.createObjectURL(picture);
      setAddress(made);
    });
    return () => {
      isOver = true;
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [id, isUnsent]);
  return address;
}

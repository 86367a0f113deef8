import IconCamera from '@tabler/icons-react/dist/esm/icons/IconCamera.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useEffect, useRef, useState } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { PHOTO_WIDTH } from '#platform/kernel/pictures.ts';
import { appClock } from '#platform/web/app-clock.ts';
import { Button, IconButton } from '#platform/web/design/parts/button.tsx';
import { Notice, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { time } from '#platform/web/format.ts';
import { inOneLine, mainLanguage, type Pair } from '#platform/web/i18n/pair.ts';
import { randomID } from '#platform/web/random-id.ts';
import type { VisitRecord } from '../../contract/visit-day.ts';
import { MAX_PHOTOS } from '../../rules/photos.ts';
import { BilingualText } from './bilingual-text.tsx';
import styles from './cleaner.module.css';
import { photoKey, photoStore } from './photo-store.ts';
import { unsent, useUnsent } from './unsent.ts';
import { useSendAction } from './unsent-sender.tsx';
import { photosKept, word } from './words.ts';

interface PhotosProps {
  job: Job;
  /** Undefined until loaded. */
  record: VisitRecord | undefined;
}

const KINDS = [
  { kind: 'before', title: word('before'), add: word('addBefore') },
  { kind: 'after', title: word('after'), add: word('addAfter') },
] as const;

/** Photos before and after: taken or selected, and stored on the phone until they are uploaded. */
export function Photos({ job, record }: PhotosProps) {
  const { photos, unsentCount, add, remove } = usePhotos(job, record);
  const [isUnreadable, setUnreadable] = useState(false);
  const isFull = photos.length >= MAX_PHOTOS;
  const addAll = async (kind: 'before' | 'after', files: readonly File[]) => {
    setUnreadable(false);
    for (const file of files.slice(0, MAX_PHOTOS - photos.length)) {
      if (!(await add(kind, file))) setUnreadable(true);
    }
  };
  return (
    <section className="k-stack k-gap-18">
      <SectionTitle ruled>
        <BilingualText text={word('photos')} />
      </SectionTitle>
      {KINDS.map(({ kind, title, add: label }) => (
        <div key={kind} className="k-stack k-gap-10">
          <ul className={styles.photoRow} aria-label={inOneLine(title)}>
            {photos
              .filter((photo) => photo.kind === kind)
              .map((photo) => (
                <OnePhoto key={photo.id} photo={photo} onRemove={() => void remove(photo)} />
              ))}
          </ul>
          {!isFull && <PickButton label={label} onPick={(files) => void addAll(kind, files)} />}
        </div>
      ))}
      <div role="status">
        {unsentCount > 0 && (
          <p>
            <BilingualText text={photosKept(unsentCount)} />
          </p>
        )}
        {isFull && <BilingualText text={word('tooManyPhotos')} />}
      </div>
      <div role="alert">
        {isUnreadable && (
          <Notice kind="bad">
            <BilingualText text={word('photoUnreadable')} />
          </Notice>
        )}
      </div>
      <p className="k-muted">
        <BilingualText text={word('photosFor')} />
      </p>
    </section>
  );
}

/** The phone offers to take a photo or to select some. */
function PickButton({ label, onPick }: { label: Pair; onPick: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={label.text}
        onChange={({ target }) => {
          onPick([...(target.files ?? [])]);
          target.value = ''; // allows selecting the same photo again
        }}
      />
      <Button
        full
        kind="quiet"
        size="small"
        icon={IconCamera}
        zh={label.zh}
        onClick={() => input.current?.click()}
      >
        {label.text}
      </Button>
    </>
  );
}

function OnePhoto({ photo, onRemove }: { photo: ShownPhoto; onRemove: () => void }) {
  const stored = useStoredPicture(photo);
  const [brokenUrl, setBrokenUrl] = useState('');
  const src = photo.url ?? stored;
  const takenAt = time(photo.takenAt, mainLanguage());
  const alt = `${word(photo.kind).text}, ${takenAt}`;
  return (
    <li className={`k-stack k-gap-4 ${styles.photo}`}>
      {src === null || src === brokenUrl ? (
        <span className={styles.noPicture} role="img" aria-label={alt} />
      ) : (
        <img src={src} alt={alt} loading="lazy" onError={() => setBrokenUrl(src)} />
      )}
      <small>
        {photo.isUnsent ? <BilingualText text={word('tickSentLater')} /> : takenAt}
        {photo.removable && (
          <IconButton icon={IconX} label={`${inOneLine(word('removePhoto'))}: ${alt}`} onClick={onRemove} />
        )}
      </small>
    </li>
  );
}

interface ShownPhoto {
  readonly id: string;
  readonly kind: 'before' | 'after';
  readonly takenAt: string;
  /** Null while it is only on this phone. */
  readonly url: string | null;
  readonly isUnsent: boolean;
  readonly removable: boolean;
}

/** The photos of a visit: uploaded ones, and those that this phone still has to send. */
function usePhotos(job: Pick<Job, 'id'>, record: VisitRecord | undefined) {
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
      const photoID = randomID();
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
function useStoredPicture({ id, isUnsent }: ShownPhoto): string | null {
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

const QUALITY = 0.85;

/**
 * Re-encodes a photo at display size, 100 to 200 kB instead of several megabytes, which saves storage and upload time
 * on a weak network. Removes metadata such as location and camera.
 *
 * @throws if the browser cannot read the file
 */
async function shrinkPhoto(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  const scale = Math.min(1, PHOTO_WIDTH / picture.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('Canvas 2D is not supported');
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob(
    (blob) => (blob ? resolve(blob) : reject(new Error('Failed to encode the photo'))),
    'image/jpeg',
    QUALITY,
  );
  return promise;
}

import IconCamera from '@tabler/icons-react/dist/esm/icons/IconCamera.mjs';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { useRef, useState } from 'react';
import type { Job } from '#features/work/jobs/contract/shapes.ts';
import { Button, IconButton } from '#platform/web/design/parts/button.tsx';
import { Notice, SectionTitle } from '#platform/web/design/parts/page.tsx';
import { time } from '#platform/web/format.ts';
import type { VisitRecord } from '../../contract/visit-day.ts';
import { MAX_PHOTOS } from '../../rules/photos.ts';
import { BilingualText } from './bilingual-text.tsx';
import styles from './cleaner.module.css';
import { type ShownPhoto, usePhotos, useStoredPicture } from './use-photos.ts';
import { type Pair, photosKept, words } from './words.ts';

interface PhotosProps {
  job: Job;
  /** Undefined until loaded. */
  record: VisitRecord | undefined;
}

const KINDS = [
  { kind: 'before', title: words.before, add: words.addBefore },
  { kind: 'after', title: words.after, add: words.addAfter },
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
    <section className={styles.photoKinds}>
      <SectionTitle ruled>
        <BilingualText text={words.photos} />
      </SectionTitle>
      {KINDS.map(({ kind, title, add: label }) => (
        <div key={kind} className={styles.photoKind}>
          <ul className={styles.photoRow} aria-label={`${title.text} ${title.zh}`}>
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
        {isFull && <BilingualText text={words.tooManyPhotos} />}
      </div>
      <div role="alert">
        {isUnreadable && (
          <Notice kind="bad">
            <BilingualText text={words.photoUnreadable} />
          </Notice>
        )}
      </div>
      <p className="k-muted">
        <BilingualText text={words.photosFor} />
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
  const alt = `${photo.kind === 'before' ? words.before.text : words.after.text}, ${time(photo.takenAt, 'en')}`;
  return (
    <li className={styles.photo}>
      {src === null || src === brokenUrl ? (
        <span className={styles.noPicture} role="img" aria-label={alt} />
      ) : (
        <img src={src} alt={alt} loading="lazy" onError={() => setBrokenUrl(src)} />
      )}
      <small>
        {photo.isUnsent ? <BilingualText text={words.tickSentLater} /> : time(photo.takenAt, 'en')}
        {photo.removable && (
          <IconButton
            icon={IconX}
            label={`${words.removePhoto.text} ${words.removePhoto.zh}: ${alt}`}
            onClick={onRemove}
          />
        )}
      </small>
    </li>
  );
}

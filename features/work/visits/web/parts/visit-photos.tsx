import { useState } from 'react';
import { SectionTitle } from '#platform/web/design/parts/page.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import type { VisitPhoto } from '../../contract/visit-day.ts';
import { visitsTexts } from '../texts.ts';
import { useVisitRecord } from './use-visit-record.ts';
import styles from './visit-photos.module.css';

/** For the customer's booking: photos before and after, once the crew has sent any. */
export function VisitPhotos({ jobID }: { readonly jobID: string }) {
  const { t } = useText(visitsTexts);
  const record = useVisitRecord(jobID);
  const photos = record.data?.photos ?? [];
  // Photos are optional: nothing is shown if there are none or they could not be loaded.
  if (photos.length === 0) return null;
  return (
    <section className="k-stack k-gap-14">
      <SectionTitle>{t('photos')}</SectionTitle>
      <PhotoRows photos={photos} />
    </section>
  );
}

const KINDS = ['before', 'after'] as const;

/** A row each for before and after; photos can be enlarged. */
export function PhotoRows({ photos }: { readonly photos: readonly VisitPhoto[] }) {
  const { t } = useText(visitsTexts);
  const { time } = useFormat();
  return KINDS.map((kind) => {
    const ofKind = photos.filter((photo) => photo.kind === kind);
    if (ofKind.length === 0) return null;
    return (
      <figure key={kind} className={`k-stack k-gap-8 ${styles.kind}`}>
        <figcaption>{t(kind)}</figcaption>
        <ul className={styles.row}>
          {ofKind.map((photo, i) => (
            <li key={photo.id}>
              <Photo
                url={photo.url}
                alt={t('one', { kind: t(kind), time: time(photo.takenAt), place: i + 1, of: ofKind.length })}
              />
            </li>
          ))}
        </ul>
      </figure>
    );
  });
}

function Photo({ url, alt }: { readonly url: string; readonly alt: string }) {
  const { t } = useText(visitsTexts);
  const [brokenUrl, setBrokenUrl] = useState('');
  if (brokenUrl === url) return <span className={styles.broken}>{t('unreadable')}</span>;
  return (
    <a href={url} target="_blank" rel="noreferrer">
      <img src={url} alt={alt} loading="lazy" onError={() => setBrokenUrl(url)} />
    </a>
  );
}

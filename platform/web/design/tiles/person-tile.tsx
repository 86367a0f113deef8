import { useState } from 'react';
import {
  PICTURE_FORMATS,
  type PictureFile,
  type PictureFormat,
  pictureUrl,
  readPictureUrl,
  widthsOf,
} from '../../../kernel/pictures.ts';
import { personTile } from './drawings.ts';
import styles from './tile.module.css';
import { PatternTile, spoken, vars } from './tile.tsx';

interface PersonTileProps {
  /** The person's id determines the tile. */
  id: string;
  /** One or two letters, or 林. */
  initials: string;
  size?: number | undefined;
  /** Only if the name is not next to it. */
  label?: string | undefined;
  /** Without letters: in the small corner of a slot. */
  plain?: boolean | undefined;
  /** URL of their photo, shown instead; if empty or it fails to load, the tile is shown. */
  photo?: string | undefined;
}

/** A person's photo, otherwise their tile with their initials, the same everywhere. */
export function PersonTile({ id, initials, size = 44, label, plain = false, photo = '' }: PersonTileProps) {
  const [failed, setFailed] = useState('');
  const file = photo === failed ? null : readPictureUrl(photo);
  if (file !== null)
    return (
      <span
        className={styles.person}
        data-small={size < 36 || undefined}
        style={vars({ '--size': `${size}px` })}
      >
        <PersonPhoto file={file} size={size} label={label} onFailed={() => setFailed(photo)} />
      </span>
    );
  const { pattern, service, turn } = personTile(id);
  return (
    <span
      className={styles.person}
      data-small={size < 36 || undefined}
      style={vars({ '--size': `${size}px` })}
      {...spoken(label)}
    >
      <PatternTile pattern={pattern} service={service} turn={turn} />
      {!plain && <b>{initials}</b>}
    </span>
  );
}

const TYPES: Readonly<Partial<Record<PictureFormat, string>>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

interface PersonPhotoProps {
  readonly file: PictureFile;
  /** Side length in px. */
  readonly size: number;
  readonly label: string | undefined;
  onFailed(): void;
}

/** An uploaded photo in the smallest sufficient size and the best format. */
function PersonPhoto({ file, size, label, onFailed }: PersonPhotoProps) {
  const addresses = (format: PictureFormat) =>
    widthsOf(file.width)
      .map((width) => `${pictureUrl({ ...file, width, format })} ${width}w`)
      .join(', ');
  return (
    <picture>
      {PICTURE_FORMATS.slice(0, -1).map((format) => (
        <source key={format} type={TYPES[format]} srcSet={addresses(format)} sizes={`${size}px`} />
      ))}
      <img
        className={styles.photo}
        src={pictureUrl(file)}
        srcSet={addresses('jpg')}
        sizes={`${size}px`}
        width={size}
        height={size}
        alt={label ?? ''}
        loading="lazy"
        decoding="async"
        onError={onFailed}
      />
    </picture>
  );
}

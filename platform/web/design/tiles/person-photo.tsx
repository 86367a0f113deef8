import {
  PICTURE_FORMATS,
  type PictureFile,
  type PictureFormat,
  pictureUrl,
  widthsOf,
} from '../../../kernel/pictures.ts';
import styles from './tile.module.css';

const TYPES: Readonly<Record<PictureFormat, string>> = {
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
export function PersonPhoto({ file, size, label, onFailed }: PersonPhotoProps) {
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

import {
  PICTURE_FORMATS,
  type PictureFormat,
  pictureUrl,
  readPictureUrl,
  widthsOf,
} from '#platform/kernel/pictures.ts';
import styles from './pictures.module.css';

interface PictureProps {
  readonly url: string;
  readonly alt: string;
  /** Where the eye should rest when the picture is cut: percent from the left and from the top. */
  readonly focus?: { readonly x: number; readonly y: number } | undefined;
  /** How wide it stands, as `sizes` of an image says it. */
  readonly sizes?: string;
  /** px of a picture that fills its frame: the frame's own shape. */
  readonly width: number;
  readonly height: number;
}

/** A picture of the office's, in the smallest file that will do, or a drawing of ours. Fills its frame. */
export function Picture({ url, alt, focus, sizes = '100vw', width, height }: PictureProps) {
  const file = readPictureUrl(url);
  const addresses = (format: PictureFormat) =>
    file === null
      ? undefined
      : widthsOf(file.width)
          .map((each) => `${pictureUrl({ ...file, width: each, format })} ${each}w`)
          .join(', ');
  const image = (
    <img
      className={styles.picture}
      src={url}
      srcSet={addresses('jpg')}
      sizes={file === null ? undefined : sizes}
      alt={alt}
      width={width}
      height={height}
      loading="lazy"
      decoding="async"
      {...(focus ? { style: { objectPosition: `${focus.x}% ${focus.y}%` } } : {})}
    />
  );
  if (file === null) return image;
  return (
    <picture className={styles.whole}>
      {PICTURE_FORMATS.slice(0, -1).map((format) => (
        <source key={format} type={`image/${format}`} srcSet={addresses(format)} sizes={sizes} />
      ))}
      {image}
    </picture>
  );
}

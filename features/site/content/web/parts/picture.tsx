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
  /** The focal point of the cropped picture: percent from the left and from the top. */
  readonly focus?: { readonly x: number; readonly y: number } | undefined;
  /** The `sizes` attribute of the image. */
  readonly sizes?: string;
  /** Aspect ratio in px of a picture that fills its frame. */
  readonly width: number;
  readonly height: number;
}

/** An uploaded picture, in the smallest suitable file, or an illustration. Fills its frame. */
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
    <picture className="k-contents">
      {PICTURE_FORMATS.slice(0, -1).map((format) => (
        <source key={format} type={`image/${format}`} srcSet={addresses(format)} sizes={sizes} />
      ))}
      {image}
    </picture>
  );
}

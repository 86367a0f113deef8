import { encode } from 'uqr';
import styles from './qr-code.module.css';

/** Light modules around the code. Source: ISO/IEC 18004. */
const QUIET = 4;
/** Pixels of one module in a picture. */
const SCALE = 8;

/** A QR code, always dark on white so that every camera reads it. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={styles.code}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={squares.join('')} fill="#000" />
    </svg>
  );
}

/** The same as a PNG picture, for apps that read a code from the photos of the phone that shows it. */
export function qrPicture(text: string): Promise<Blob> {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET });
  const canvas = document.createElement('canvas');
  canvas.width = size * SCALE;
  canvas.height = size * SCALE;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('This browser cannot draw.');
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = '#000';
  for (const [y, row] of data.entries())
    for (const [x, dark] of row.entries()) if (dark) pen.fillRect(x * SCALE, y * SCALE, SCALE, SCALE);
  return new Promise((made, failed) => {
    canvas.toBlob((picture) => (picture === null ? failed(new Error('No picture.')) : made(picture)));
  });
}

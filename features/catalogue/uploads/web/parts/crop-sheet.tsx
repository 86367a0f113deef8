import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Area } from 'react-easy-crop';
import Cropper from 'react-easy-crop';
import { PHOTO_WIDTH } from '#platform/kernel/pictures.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { type TranslateOf, useText } from '#platform/web/i18n/texts.ts';
import { uploadPicture } from '../../contract.ts';
import { uploadsTexts } from '../texts.ts';
import styles from './photo.module.css';
import 'react-easy-crop/react-easy-crop.css';

interface CropSheetProps {
  /** An object URL of the chosen photo. */
  readonly photoUrl: string;
  /** Called with the URL of the upload. */
  onUploaded(url: string): void;
  onClose(): void;
}

const MAX_ZOOM = 4;
const START = { x: 0, y: 0 };
const TRANSLATED = ['offline', 'too_large', 'not_a_photo', 'photo_damaged', 'throttled'] as const;

/** Selects a square of a photo: moved by finger, mouse or arrow keys, zoomed by pinching or the slider. */
export default function CropSheet({ photoUrl, onUploaded, onClose }: CropSheetProps) {
  const { t } = useText(uploadsTexts);
  const [crop, setCrop] = useState(START);
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area | null>(null);
  const [unreadable, setUnreadable] = useState(false);
  const upload = useMutation({
    mutationFn: async (kept: Area) => {
      const form = new FormData();
      form.append('file', await cropPicture(photoUrl, kept));
      // The client sends FormData unchanged, but the contract types it by its fields.
      return callApi(uploadPicture, { body: form as never });
    },
    onSuccess: ({ url }) => onUploaded(url),
  });
  const problem = unreadable ? t('unreadable') : upload.error && sentenceOf(upload.error, t);
  return (
    <Sheet
      open
      onClose={onClose}
      title={t('cropTitle')}
      closeLabel={t('close')}
      actions={
        <>
          <Button kind="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          {!unreadable && (
            <Button busy={upload.isPending && t('uploading')} onClick={() => area && upload.mutate(area)}>
              {t('use')}
            </Button>
          )}
        </>
      }
    >
      {!unreadable && (
        <>
          <p className="k-muted">{t('cropHelp')}</p>
          <div className={styles.crop}>
            <Cropper
              image={photoUrl}
              crop={crop}
              zoom={zoom}
              maxZoom={MAX_ZOOM}
              aspect={1}
              showGrid={false}
              onCropChange={setCrop}
              onZoomChange={setZoom}
              onCropComplete={(_share, pixels) => setArea(pixels)}
              onMediaLoaded={() => setUnreadable(false)}
              mediaProps={{ onError: () => setUnreadable(true), alt: '' }}
              cropperProps={{ 'aria-label': t('area'), role: 'group' }}
              disableAutomaticStylesInjection
            />
          </div>
          <label className={`k-row k-gap-12 k-mt-14 k-strong ${styles.zoom}`}>
            {t('zoom')}
            <input
              type="range"
              min={1}
              max={MAX_ZOOM}
              step={0.05}
              value={zoom}
              onChange={(event) => setZoom(Number(event.target.value))}
            />
          </label>
        </>
      )}
      <div role="alert">{problem && <Notice kind="bad">{problem}</Notice>}</div>
    </Sheet>
  );
}

function sentenceOf(problem: Error, t: TranslateOf<typeof uploadsTexts>): string {
  const code = TRANSLATED.find((known) => problem instanceof ApiError && problem.code === known);
  return code ? t(`errors.${code}`) : problem.message;
}

/** px of the photo, from its top left corner. */
interface CropArea {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const QUALITY = 0.9;

/**
 * The chosen square as a JPEG, at most as large as the largest displayed size, to reduce the upload on a weak network.
 */
async function cropPicture(photoUrl: string, { x, y, width, height }: CropArea): Promise<Blob> {
  const photo = new Image();
  photo.src = photoUrl;
  await photo.decode();
  const side = Math.max(1, Math.round(Math.min(width, PHOTO_WIDTH)));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('Canvas 2D is not supported');
  pen.fillStyle = '#fff'; // JPEG has no transparency
  pen.fillRect(0, 0, side, side);
  pen.drawImage(photo, x, y, width, height, 0, 0, side, side);
  const { promise, resolve, reject } = Promise.withResolvers<Blob>();
  canvas.toBlob(
    (blob) => (blob ? resolve(blob) : reject(new Error('Failed to encode the photo'))),
    'image/jpeg',
    QUALITY,
  );
  return promise;
}

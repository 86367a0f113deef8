import 'react-easy-crop/react-easy-crop.css';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import Cropper, { type Area } from 'react-easy-crop';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { Sheet } from '#platform/web/design/parts/sheet.tsx';
import { uploadPicture } from '../../contract.ts';
import { useUploadsText } from '../text.ts';
import { cropPicture } from './crop-picture.ts';
import styles from './photo.module.css';

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
  const { t } = useUploadsText();
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
          <label className={styles.zoom}>
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

function sentenceOf(problem: Error, t: ReturnType<typeof useUploadsText>['t']): string {
  const code = TRANSLATED.find((known) => problem instanceof ApiError && problem.code === known);
  return code ? t(`errors.${code}`) : problem.message;
}

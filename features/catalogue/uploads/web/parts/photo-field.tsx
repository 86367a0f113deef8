import IconCamera from '@tabler/icons-react/dist/esm/icons/IconCamera.mjs';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '#platform/web/design/parts/button.tsx';
import { useBilingual } from '#platform/web/i18n/bilingual.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { uploadsTexts } from '../texts.ts';
import styles from './photo.module.css';

const CropSheet = lazy(() => import('./crop-sheet.tsx'));
/** Phones convert other formats to one of these. */
const KINDS = 'image/jpeg,image/png,image/webp';

interface PhotoFieldProps {
  /** The URL of the upload, '' for none. */
  readonly value: string;
  /** The current avatar of the person. */
  readonly children: ReactNode;
  readonly error?: string | undefined;
  onChange(url: string): void;
}

/** A person's photo: chosen, cropped, and uploaded at once; the surrounding form saves its URL. */
export function PhotoField({ value, children, error, onChange }: PhotoFieldProps) {
  const bilingual = useBilingual(useText(uploadsTexts));
  const input = useRef<HTMLInputElement>(null);
  const [photoUrl, choose, forget] = useChosenPhoto();
  return (
    <div className="k-row k-wrap k-gap-16">
      {children}
      <div className={`k-row k-stretch k-wrap k-gap-8 ${styles.acts}`}>
        <input
          ref={input}
          type="file"
          accept={KINDS}
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) choose(file);
            target.value = ''; // allows choosing the same photo again
          }}
        />
        <Button kind="quiet" size="small" icon={IconCamera} onClick={() => input.current?.click()}>
          {value === '' ? bilingual('choose') : bilingual('change')}
        </Button>
        {value !== '' && (
          <Button kind="quiet" size="small" onClick={() => onChange('')}>
            {bilingual('remove')}
          </Button>
        )}
        <p className={styles.hint} data-error={error ? true : undefined} role="status">
          {error || bilingual('hint')}
        </p>
      </div>
      {photoUrl !== null && (
        <Suspense fallback={null}>
          <CropSheet
            photoUrl={photoUrl}
            onClose={forget}
            onUploaded={(url) => {
              forget();
              onChange(url);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

/** An object URL of the chosen file, revoked when it is no longer needed. */
function useChosenPhoto() {
  const [photoUrl, setPhotoUrl] = useState<string | null>(null);
  useEffect(() => {
    if (photoUrl === null) return;
    return () => URL.revokeObjectURL(photoUrl);
  }, [photoUrl]);
  return [photoUrl, (file: File) => setPhotoUrl(URL.createObjectURL(file)), () => setPhotoUrl(null)] as const;
}

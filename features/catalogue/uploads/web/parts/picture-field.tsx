import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhotoUp.mjs';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { type TranslateOf, useText } from '#platform/web/i18n/texts.ts';
import { uploadLogo, uploadPicture } from '../../contract.ts';
import { uploadsTexts } from '../texts.ts';
import styles from './photo.module.css';

const KINDS = 'image/jpeg,image/png,image/webp';
const LOGO_KINDS = `${KINDS},image/svg+xml`;
const TRANSLATED = ['offline', 'too_large', 'not_a_photo', 'photo_damaged', 'throttled'] as const;

interface PictureFieldProps {
  /** The label above the picture. */
  readonly label: string;
  /** The URL of the upload, '' for none. */
  readonly value: string;
  readonly error?: string | undefined;
  /** A logo may also be an SVG; `dark`: it is for dark backgrounds. */
  readonly logo?: 'light' | 'dark' | undefined;
  onChange(url: string): void;
}

/** An uncropped picture, uploaded as soon as it is chosen; the surrounding form saves its URL. */
export function PictureField({ label, value, error, logo, onChange }: PictureFieldProps) {
  const { t } = useText(uploadsTexts);
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.append('file', file);
      // The client sends FormData unchanged, but the contract types it by its fields.
      return callApi(logo === undefined ? uploadPicture : uploadLogo, { body: form as never });
    },
    onSuccess: ({ url }) => onChange(url),
  });
  const problem =
    error ?? (upload.error && (logo === undefined ? sentenceOf(upload.error, t) : upload.error.message));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend does not fit in this row
    <div className="k-row k-wrap k-gap-16" role="group" aria-label={label}>
      {value !== '' && <img className={styles.picture} data-ground={logo} src={value} alt={label} />}
      <div className={`k-row k-stretch k-wrap k-gap-8 ${styles.acts}`}>
        <p className={styles.name}>{label}</p>
        <input
          ref={input}
          type="file"
          accept={logo === undefined ? KINDS : LOGO_KINDS}
          hidden
          aria-label={label}
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) upload.mutate(file);
            target.value = ''; // allows choosing the same picture again
          }}
        />
        <Button
          kind="quiet"
          size="small"
          icon={IconPhoto}
          busy={upload.isPending && t('uploading')}
          onClick={() => input.current?.click()}
        >
          {value === '' ? t('choosePicture') : t('changePicture')}
          {logo !== undefined && <span className="k-hidden">: {label}</span>}
        </Button>
        {value !== '' && (
          <Button kind="quiet" size="small" onClick={() => onChange('')}>
            {t('removePicture')}
            {logo !== undefined && <span className="k-hidden">: {label}</span>}
          </Button>
        )}
        <p className={styles.hint} data-error={problem ? true : undefined} role="status">
          {problem || t(logo === undefined ? 'hint' : 'logoHint')}
        </p>
      </div>
    </div>
  );
}

function sentenceOf(problem: Error, t: TranslateOf<typeof uploadsTexts>): string {
  const code = TRANSLATED.find((known) => problem instanceof ApiError && problem.code === known);
  return code ? t(`errors.${code}`) : problem.message;
}

import IconPhoto from '@tabler/icons-react/dist/esm/icons/IconPhotoUp.mjs';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { type TranslateOf, useText } from '#platform/web/i18n/texts.ts';
import { uploadPicture } from '../../contract.ts';
import { uploadsTexts } from '../texts.ts';
import styles from './photo.module.css';

const KINDS = 'image/jpeg,image/png,image/webp';
const TRANSLATED = ['offline', 'too_large', 'not_a_photo', 'photo_damaged', 'throttled'] as const;

interface PictureFieldProps {
  /** The label above the picture. */
  readonly label: string;
  /** The URL of the upload, '' for none. */
  readonly value: string;
  readonly error?: string | undefined;
  onChange(url: string): void;
}

/** An uncropped picture, uploaded as soon as it is chosen; the surrounding form saves its URL. */
export function PictureField({ label, value, error, onChange }: PictureFieldProps) {
  const { t } = useText(uploadsTexts);
  const input = useRef<HTMLInputElement>(null);
  const upload = useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData();
      form.append('file', file);
      // The client sends FormData unchanged, but the contract types it by its fields.
      return callApi(uploadPicture, { body: form as never });
    },
    onSuccess: ({ url }) => onChange(url),
  });
  const problem = error ?? (upload.error && sentenceOf(upload.error, t));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend does not fit in this row
    <div className="k-row k-wrap k-gap-16" role="group" aria-label={label}>
      {value !== '' && <img className={styles.picture} src={value} alt={label} />}
      <div className={`k-row k-stretch k-wrap k-gap-8 ${styles.acts}`}>
        <p className={styles.name}>{label}</p>
        <input
          ref={input}
          type="file"
          accept={KINDS}
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
        </Button>
        {value !== '' && (
          <Button kind="quiet" size="small" onClick={() => onChange('')}>
            {t('removePicture')}
          </Button>
        )}
        <p className={styles.hint} data-error={problem ? true : undefined} role="status">
          {problem || t('hint')}
        </p>
      </div>
    </div>
  );
}

function sentenceOf(problem: Error, t: TranslateOf<typeof uploadsTexts>): string {
  const code = TRANSLATED.find((known) => problem instanceof ApiError && problem.code === known);
  return code ? t(`errors.${code}`) : problem.message;
}

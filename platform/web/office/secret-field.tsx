import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { useRef, useState } from 'react';
import { Button } from '../design/parts/button.tsx';
import { TextField } from '../design/parts/field.tsx';
import { t } from '../i18n/office.ts';

interface SecretFieldProps {
  readonly label: string;
  /** Where to keep it: it is shown once. */
  readonly hint: string;
  readonly value: string;
}

/** A secret that is shown once, with a button to copy it. */
export function SecretField({ label, hint, value }: SecretFieldProps) {
  const [isCopied, setCopied] = useState(false);
  const field = useRef<HTMLDivElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // The browser does not allow copying, so select the text for the user to copy.
      field.current?.querySelector('input')?.focus();
    }
  };
  return (
    <div ref={field} className="k-stack k-left k-gap-12 k-form">
      <TextField
        label={label}
        hint={isCopied ? t('Copied.') : hint}
        saved={isCopied}
        readOnly
        code
        value={value}
        onFocus={(event) => event.target.select()}
      />
      <Button kind="quiet" icon={IconCopy} onClick={() => void copy()}>
        {t('Copy')}
      </Button>
    </div>
  );
}

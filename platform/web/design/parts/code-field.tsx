import { type ChangeEvent, type ClipboardEvent, useEffect, useRef } from 'react';
import styles from './code-field.module.css';
import { Field, type FieldTexts } from './field.tsx';

export interface CodeFieldProps extends FieldTexts {
  value: string;
  onChange: (value: string) => void;
  /** Called once with the complete code, when its last digit is entered. */
  onComplete?: ((code: string) => void) | undefined;
  /** Number of digits; default 6. */
  length?: number | undefined;
  disabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
  name?: string | undefined;
}

const onlyDigits = (text: string, length: number) =>
  text.normalize('NFKC').replace(/\D/g, '').slice(0, length);

/**
 * An SMS code in boxes. A single real input covers them, so that autofill, paste ("Your code is 123 456") and screen
 * readers work as with any field.
 */
export function CodeField(props: CodeFieldProps) {
  const { value, onChange, onComplete, length = 6, disabled, autoFocus, name, ...texts } = props;
  const input = useRef<HTMLInputElement>(null);
  const put = (text: string) => {
    const code = onlyDigits(text, length);
    if (code === value) return;
    onChange(code);
    if (code.length === length) onComplete?.(code);
  };
  useCodeFromSms(put);
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault();
    put(event.clipboardData.getData('text'));
  };
  const caretToEnd = () => input.current?.setSelectionRange(value.length, value.length);
  return (
    <Field {...texts}>
      {(wiring) => (
        <span className={styles.code} data-error={texts.error ? true : undefined}>
          {Array.from({ length }, (_, index) => (
            <i
              // biome-ignore lint/suspicious/noArrayIndexKey: a box is its position
              key={index}
              aria-hidden="true"
              data-current={index === Math.min(value.length, length - 1) || undefined}
            >
              {value[index]}
            </i>
          ))}
          <input
            {...wiring}
            ref={input}
            name={name}
            value={value}
            disabled={disabled}
            // biome-ignore lint/a11y/noAutofocus: only where the page has nothing but this code
            autoFocus={autoFocus}
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern="[0-9]*"
            onChange={(event: ChangeEvent<HTMLInputElement>) => put(event.target.value)}
            onPaste={paste}
            onSelect={caretToEnd}
          />
        </span>
      )}
    </Field>
  );
}

/** The part of the WebOTP API that TypeScript does not know yet. */
interface CodeRequest extends CredentialRequestOptions {
  readonly otp: { readonly transport: readonly ['sms'] };
}

/** Android fills in the code of a text message that ends with `@host #123456`, once the person agrees. */
function useCodeFromSms(put: (code: string) => void): void {
  const latest = useRef(put);
  useEffect(() => {
    latest.current = put;
  });
  useEffect(() => {
    if (!('OTPCredential' in window)) return;
    const waiting = new AbortController();
    const request: CodeRequest = { otp: { transport: ['sms'] }, signal: waiting.signal };
    navigator.credentials.get(request).then(
      (received) => {
        const { code = '' } = (received ?? {}) as { readonly code?: string };
        latest.current(code);
      },
      // Declined, timed out or left: the code is typed instead.
      () => undefined,
    );
    return () => waiting.abort();
  }, []);
}

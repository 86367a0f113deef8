import IconPhone from '@tabler/icons-react/dist/esm/icons/IconPhone.mjs';
import { ButtonLink } from '#platform/web/design/parts/button.tsx';
import { absenceWords } from './absence-words.ts';

/** The office's number, also readable: a tablet may not be able to call. Nothing if the office has not set it. */
export function CallOffice({ phone }: { readonly phone: string }) {
  if (phone === '') return null;
  const { text, zh } = absenceWords.call;
  return (
    <ButtonLink full icon={IconPhone} zh={zh} href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
      {`${text}, ${phone.replaceAll(' ', '\u00a0')}`}
    </ButtonLink>
  );
}

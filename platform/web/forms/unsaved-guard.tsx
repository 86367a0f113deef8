import { useBlocker } from 'react-router';
import { Button } from '../design/parts/button.tsx';
import { Sheet } from '../design/parts/sheet.tsx';
import { defineTexts, useText } from '../i18n/texts.ts';
import { SIGN_IN_OF } from '../router/redirects.ts';
import { useAskBeforeUnload } from './not-stored.tsx';

const texts = defineTexts('unsavedGuard', {
  title: 'Leave without saving?',
  text: 'What you changed here is not saved yet.',
  stay: 'Keep editing',
  leave: 'Leave without saving',
});

const signInPaths: readonly string[] = Object.values(SIGN_IN_OF);

interface GuardProps {
  readonly when: boolean;
  /** The content depends on the whole address, not only on its path. */
  readonly ofAddress?: boolean;
}

/**
 * Asks before changes are lost: with our own dialog on navigation inside the site, with the browser's when the page is
 * closed. `when` is the form's `changed && !sending`: a form that is being submitted may navigate by itself. A person
 * whose session has expired goes to the sign-in without a question, because their input is kept (unsaved-drafts.ts).
 */
export function UnsavedGuard({ when, ofAddress = false }: GuardProps) {
  const { t } = useText(texts);
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: there }) =>
      when &&
      !signInPaths.includes(there.pathname) &&
      (here.pathname !== there.pathname || (ofAddress && here.search !== there.search)),
  );
  useAskBeforeUnload(when);
  const stay = () => blocker.reset?.();
  return (
    <Sheet
      open={blocker.state === 'blocked'}
      onClose={stay}
      title={t('title')}
      closeLabel={t('stay')}
      actions={
        <>
          <Button onClick={stay}>{t('stay')}</Button>
          <Button kind="danger" onClick={() => blocker.proceed?.()}>
            {t('leave')}
          </Button>
        </>
      }
    >
      <p>{t('text')}</p>
    </Sheet>
  );
}

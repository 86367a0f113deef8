import IconBrandFacebook from '@tabler/icons-react/dist/esm/icons/IconBrandFacebook.mjs';
import { useMutation } from '@tanstack/react-query';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useCustomersText } from '../text.ts';
import styles from './facebook.module.css';
import { type FacebookStep, facebookConfigCall, signInWithFacebook } from './facebook-calls.ts';
import { askFacebook, FacebookBlocked } from './facebook-sdk.ts';

type Props = {
  onSignedIn: () => void;
  /** Called for a Facebook account that is not linked yet. */
  onStep: (step: FacebookStep) => void;
};

/** The Facebook sign-in, if it is configured; otherwise renders nothing. */
export function FacebookButton({ onSignedIn, onStep }: Props) {
  const { t } = useCustomersText();
  const { data } = useCall(facebookConfigCall);
  const signIn = useMutation({
    mutationFn: async (appID: string) => {
      const token = await askFacebook(appID);
      return token === null ? null : { step: await signInWithFacebook(token) };
    },
    onSuccess: (done) => {
      if (done === null) return;
      if (done.step === null) onSignedIn();
      else onStep(done.step);
    },
  });
  const appID = data?.appID ?? null;
  if (appID === null) return null;
  return (
    <section className={styles.ways} aria-label={t('facebook')}>
      <p className={`${styles.or} k-muted k-small`}>
        <span>{t('or')}</span>
      </p>
      <Button
        kind="quiet"
        full
        icon={IconBrandFacebook}
        onClick={() => signIn.mutate(appID)}
        busy={signIn.isPending && t('facebookWaiting')}
      >
        {t('facebook')}
      </Button>
      <div role="alert">
        {signIn.error && <Notice kind="bad">{t(sentenceFor(signIn.error))}</Notice>}
        {signIn.data === null && <Notice>{t('facebookClosed')}</Notice>}
      </div>
    </section>
  );
}

const SENTENCES = ['facebook_refused', 'account_closed', 'throttled', 'offline'] as const;

/** The text key for an error; falls back to "Facebook could not be reached". */
function sentenceFor(problem: Error) {
  if (problem instanceof FacebookBlocked) return 'errors.facebook_blocked';
  const known = SENTENCES.find((code) => problem instanceof ApiError && problem.code === code);
  return known === undefined ? 'errors.facebook_unreachable' : (`errors.${known}` as const);
}

import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import * as routes from '#features/routes.ts';
import type { Role } from '#platform/kernel/actor.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { useText } from '#platform/web/i18n/texts.ts';
import { afterSignIn } from '#platform/web/router/redirects.ts';
import { session } from '#platform/web/session/session.ts';
import { useHydrated } from '#platform/web/use-hydrated.ts';
import { accountsTexts } from '../texts.ts';

const signInCall = lightCall<typeof import('../../contract.ts').signInToDemo>(routes.signInToDemo);
const PEOPLE = [
  ['customer', 'demoCustomer'],
  ['cleaner', 'demoCleaner'],
  ['admin', 'demoOffice'],
] as const;

/** In a public demo, the three people as whom a visitor can sign in; otherwise nothing. */
export function DemoSignIns() {
  // The server renders the page without them.
  const startsAfreshAt = useHydrated() ? document.body.dataset.publicDemo : undefined;
  return startsAfreshAt === undefined ? null : <Buttons startsAfreshAt={startsAfreshAt} />;
}

function Buttons({ startsAfreshAt }: { readonly startsAfreshAt: string }) {
  const { t } = useText(accountsTexts);
  const navigate = useNavigate();
  const signIn = useMutation({
    mutationFn: async (as: Role) => {
      session.signIn(as, await callApi(signInCall, { body: { as } }), { staySignedIn: false });
      await navigate(afterSignIn(as, ''), { replace: true });
    },
  });
  const isThrottled = signIn.error instanceof ApiError && signIn.error.code === 'throttled';
  return (
    <section className="k-stack k-gap-16" aria-label={t('demoTitle')}>
      <p>{t('demoNote', { time: startsAfreshAt })}</p>
      {PEOPLE.map(([as, label]) => (
        <Button
          key={as}
          full
          kind="quiet"
          busy={signIn.isPending && signIn.variables === as && t('demoSigningIn')}
          onClick={() => signIn.mutate(as)}
        >
          {t(label)}
        </Button>
      ))}
      <div role="alert">
        {signIn.error && <Notice kind="bad">{t(isThrottled ? 'errors.throttled' : 'errors.offline')}</Notice>}
      </div>
    </section>
  );
}

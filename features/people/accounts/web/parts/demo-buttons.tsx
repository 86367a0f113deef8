import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import * as routes from '#features/routes.ts';
import type { Role } from '#platform/kernel/actor.ts';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { defineTexts, useText } from '#platform/web/i18n/texts.ts';
import { afterSignIn } from '#platform/web/router/redirects.ts';
import { session } from '#platform/web/session/session.ts';
import { accountsTexts } from '../texts.ts';

const signInCall = lightCall<typeof import('../../contract.ts').signInToDemo>(routes.signInToDemo);
const PEOPLE = ['customer', 'cleaner', 'admin'] as const;

const demoTexts = defineTexts('demo', {
  title: 'Try the demo',
  note: 'This is a public demo. Other visitors see what you type, and it starts afresh at {{time}}: everyone is signed out then.',
  customer: 'Try it as a customer',
  cleaner: 'Try it as a cleaner',
  admin: 'Try it as the office',
  signingIn: 'Signing in',
});

export default function DemoButtons({ startsAfreshAt }: { readonly startsAfreshAt: string }) {
  const { t } = useText(demoTexts);
  const { t: tOfAccounts } = useText(accountsTexts);
  const navigate = useNavigate();
  const signIn = useMutation({
    mutationFn: async (as: Role) => {
      session.signIn(as, await callApi(signInCall, { body: { as } }), { staySignedIn: false });
      await navigate(afterSignIn(as, ''), { replace: true });
    },
  });
  const isThrottled = signIn.error instanceof ApiError && signIn.error.code === 'throttled';
  return (
    <section className="k-stack k-gap-16" aria-label={t('title')}>
      <p>{t('note', { time: startsAfreshAt })}</p>
      {PEOPLE.map((as) => (
        <Button
          key={as}
          full
          kind="quiet"
          busy={signIn.isPending && signIn.variables === as && t('signingIn')}
          onClick={() => signIn.mutate(as)}
        >
          {t(as)}
        </Button>
      ))}
      <div role="alert">
        {signIn.error && (
          <Notice kind="bad">{tOfAccounts(isThrottled ? 'errors.throttled' : 'errors.offline')}</Notice>
        )}
      </div>
    </section>
  );
}

import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import * as routes from '#features/routes.ts';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice, PageTitle } from '#platform/web/design/parts/page.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { defineTexts, useText } from '#platform/web/i18n/texts.ts';

type Calls = typeof import('../../contract.ts');

const readSubscription = lightCall<Calls['readSubscription']>(routes.readSubscription);
const changeSubscription = lightCall<Calls['changeSubscription']>(routes.changeSubscription);

/** /unsubscribe#token: changes nothing until a button is pressed, because mail scanners open links. */
export function Component() {
  const { t } = useText(unsubscribeTexts);
  const { hash } = useLocation();
  const token = hash.slice(1);
  return (
    <div className="k-entry-page">
      <PageTitle>{t('title')}</PageTitle>
      {token === '' ? <p>{t('noToken')}</p> : <SubscriptionForm key={token} token={token} />}
      <p>
        <TextLink roomy href="/dashboard/account">
          {t('account')}
        </TextLink>
      </p>
    </div>
  );
}

function SubscriptionForm({ token }: { readonly token: string }) {
  const { t } = useText(unsubscribeTexts);
  const problemOf = useProblem();
  const now = useCall(readSubscription, { body: { token } });
  const [said, setSaid] = useState('');
  const change = useAct(changeSubscription, {
    refresh: [readSubscription],
    onSuccess: ({ wanted }) => setSaid(wanted ? t('resumed') : t('stopped')),
  });
  useEffect(() => {
    if (change.isPending) setSaid('');
  }, [change.isPending]);
  const wanted = now.data?.wanted;
  const error = change.error ?? now.error;
  return (
    <>
      {now.isPending && <Skeleton words={t('loading')} lines={2} />}
      {wanted !== undefined && (
        <>
          <p>{wanted ? t('on') : t('off')}</p>
          <p className="k-muted">{t('always')}</p>
        </>
      )}
      {error && (
        <Notice kind="bad" live>
          {problemOf(error)}
        </Notice>
      )}
      <div role="status">{said !== '' && <Notice kind="good">{said}</Notice>}</div>
      {now.isError && now.error.status !== 404 && (
        <Button kind="quiet" full onClick={() => void now.refetch()}>
          {t('again')}
        </Button>
      )}
      {wanted !== undefined && (
        <Button
          full
          kind={wanted ? 'primary' : 'quiet'}
          busy={change.isPending && (wanted ? t('stopping') : t('resuming'))}
          onClick={() => change.mutate({ body: { token, wanted: !wanted } })}
        >
          {wanted ? t('stop') : t('resume')}
        </Button>
      )}
    </>
  );
}

function useProblem(): (error: ApiError) => string {
  const { t } = useText(unsubscribeTexts);
  return ({ status, code }) => {
    if (code === 'bad_link' || status === 422) return t('errors.bad_link');
    return code === 'offline' ? t('errors.offline') : t('errors.other');
  };
}

/** Texts of the unsubscribe page. */
const unsubscribeTexts = defineTexts('unsubscribe', {
  title: 'What we send you',
  loading: 'Looking up what we send you',
  on: 'You get review requests after a visit, and an offer to go on when a series ends.',
  off: 'You get no review requests, renewal offers or news by e-mail.',
  always: 'Confirmations, changes and reminders of your bookings still come.',
  stop: 'Stop them',
  stopping: 'Stopping',
  resume: 'Send me review requests and renewal offers',
  resuming: 'Saving',
  stopped: 'Stopped.',
  resumed: 'You will get them again.',
  noToken: 'Open the link at the foot of our e-mail to change what we send you.',
  account: 'Your account',
  again: 'Try again',
  errors: {
    offline: 'We could not connect. Check your connection, then try again.',
    bad_link: 'This link does not work. Open it from the e-mail again, or write to us.',
    other: 'That did not work, and nothing was changed. Try again in a moment.',
  },
});

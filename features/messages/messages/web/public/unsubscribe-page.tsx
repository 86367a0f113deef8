import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { ApiError } from '#platform/web/api/api-error.ts';
import { lightCall } from '#platform/web/api/callable.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextLink } from '#platform/web/design/parts/link.tsx';
import { Notice, PageTitle } from '#platform/web/design/parts/page.tsx';
import { Skeleton } from '#platform/web/design/parts/states.tsx';
import { useUnsubscribeText } from './text.ts';
import styles from './unsubscribe.module.css';

type Calls = typeof import('../../contract.ts');

const readSubscription = lightCall<Calls['readSubscription']>({
  method: 'POST',
  path: '/messages/subscription',
});
const changeSubscription = lightCall<Calls['changeSubscription']>({
  method: 'POST',
  path: '/messages/subscription/change',
});

/** /unsubscribe#token: changes nothing until a button is pressed, because mail scanners open links. */
export function Component() {
  const { t } = useUnsubscribeText();
  const { hash } = useLocation();
  const token = hash.slice(1);
  return (
    <div className={styles.page}>
      <PageTitle>{t('title')}</PageTitle>
      {token === '' ? <p>{t('noToken')}</p> : <Subscription key={token} token={token} />}
      <p>
        <TextLink roomy href="/dashboard/account">
          {t('account')}
        </TextLink>
      </p>
    </div>
  );
}

function Subscription({ token }: { readonly token: string }) {
  const { t } = useUnsubscribeText();
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
  const { t } = useUnsubscribeText();
  return ({ status, code }) => {
    if (code === 'bad_link' || status === 422) return t('errors.bad_link');
    return code === 'offline' ? t('errors.offline') : t('errors.other');
  };
}

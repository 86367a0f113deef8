import IconDeviceLaptop from '@tabler/icons-react/dist/esm/icons/IconDeviceLaptop.mjs';
import IconDeviceMobile from '@tabler/icons-react/dist/esm/icons/IconDeviceMobile.mjs';
import { useRef, useState } from 'react';
import { ApiError } from '#platform/web/api/api-error.ts';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { defineTexts, useText } from '#platform/web/i18n/texts.ts';
import { session } from '#platform/web/session/session.ts';
import { endSession, listSessions, type SessionsReply, signOutEverywhere } from '../../contract.ts';
import styles from './sessions-list.module.css';

type OwnSession = SessionsReply['items'][number];

const HANDHELD = ['iPhone', 'iPad', 'Android'];

/** The user's sessions with sign-out buttons, and one for all. The heading is the page's. */
export function SessionsList() {
  const { t } = useText(sessionsTexts);
  const read = useCall(listSessions);
  const [left, setLeft] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const ended = (device: string) => {
    setLeft(device);
    // Its row is removed together with the focused button.
    list.current?.focus();
  };
  if (read.data === undefined)
    return read.isError ? (
      <ErrorState
        retryLabel={t('again')}
        onRetry={() => void read.refetch()}
        retrying={read.isFetching && t('loading')}
      >
        {t('failed')}
      </ErrorState>
    ) : (
      <Skeleton words={t('loading')} lines={3} bare />
    );
  return (
    <div className="k-stack k-gap-16">
      <ul className={`k-ruled k-line-below ${styles.list}`} ref={list} tabIndex={-1}>
        {read.data.items.map((each) => (
          <SessionRow key={each.id} of={each} onEnded={ended} />
        ))}
      </ul>
      <p role="status">{left !== '' && <span>{t('signedOut', { device: left })}</span>}</p>
      <SignOutEverywhere />
    </div>
  );
}

interface RowProps {
  readonly of: OwnSession;
  onEnded(device: string): void;
}

function SessionRow({ of, onEnded }: RowProps) {
  const { t } = useText(sessionsTexts);
  const device = useDeviceName(of);
  const { date, time } = useFormat();
  const at = (wire: string) => ({ day: date(wire), time: time(wire) });
  const end = useAct(endSession, { refresh: [listSessions], onSuccess: () => onEnded(device) });
  const isHandheld = of.system !== null && HANDHELD.includes(of.system);
  return (
    <li className="k-row k-gap-12">
      <Icon of={isHandheld ? IconDeviceMobile : IconDeviceLaptop} />
      <div className="k-stack k-grow k-break">
        <b>{device}</b>
        <span className="k-muted k-small">
          {of.current ? t('since', at(of.createdAt)) : t('lastSeen', at(of.lastSeenAt))}
        </span>
        <SessionsProblem error={end.error} />
      </div>
      {of.current ? (
        <span className={styles.here}>{t('here')}</span>
      ) : (
        <Button
          kind="quiet"
          size="small"
          aria-label={t('signOutOf', { device })}
          busy={end.isPending && t('signingOut')}
          onClick={() => end.mutate({ params: { id: of.id } })}
        >
          {t('signOut')}
        </Button>
      )}
    </li>
  );
}

function SignOutEverywhere() {
  const { t } = useText(sessionsTexts);
  const end = useAct(signOutEverywhere, { onSuccess: () => session.signOut() });
  return (
    <div className="k-row k-wrap k-gap-8 k-gap-x-16">
      <Button kind="danger" busy={end.isPending && t('signingOut')} onClick={() => end.mutate({})}>
        {t('everywhere')}
      </Button>
      <span className="k-muted k-small">{t('everywhereHint')}</span>
      <SessionsProblem error={end.error} />
    </div>
  );
}

/** Always rendered, so that screen readers notice the change. */
function SessionsProblem({ error }: { readonly error: Error | null }) {
  const { t } = useText(sessionsTexts);
  const isOffline = error instanceof ApiError && error.code === 'offline';
  return (
    <div role="alert">
      {error && <Notice kind="bad">{t(isOffline ? 'errors.offline' : 'errors.other')}</Notice>}
    </div>
  );
}

/** "Safari on iPhone", as far as the device reports it. */
function useDeviceName({ browser, system }: OwnSession): string {
  const { t } = useText(sessionsTexts);
  if (browser !== null && system !== null) return t('device', { browser, system });
  return browser ?? system ?? t('unknown');
}

/** Texts of the session list, for all roles. */
export const sessionsTexts = defineTexts('sessions', {
  title: 'Where you are signed in',
  hint: 'See one that is not you? Sign it out.',
  loading: 'Loading your devices',
  failed: 'We could not load your devices.',
  again: 'Try again',
  device: '{{browser}} on {{system}}',
  unknown: 'Unknown device',
  here: 'This device',
  lastSeen: 'Last seen {{day}}, {{time}}',
  since: 'Signed in {{day}}, {{time}}',
  signOut: 'Sign out',
  signOutOf: 'Sign out {{device}}',
  signedOut: '{{device}} is signed out.',
  everywhere: 'Sign out everywhere',
  everywhereHint: 'Ends every session, this one too.',
  signingOut: 'Signing out',
  errors: {
    offline: 'We could not connect. Check your connection, then try again.',
    other: 'That did not work. Nothing was changed. Try again in a moment.',
  },
});

import IconCalendarPlus from '@tabler/icons-react/dist/esm/icons/IconCalendarPlus.mjs';
import IconCopy from '@tabler/icons-react/dist/esm/icons/IconCopy.mjs';
import { useRef, useState } from 'react';
import { useAct, useCall } from '#platform/web/api/queries.ts';
import { Button, ButtonLink } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { ErrorState, Skeleton } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { useText } from '#platform/web/i18n/texts.ts';
import { endCalendarFeed, type FeedState, getCalendarFeed, makeCalendarFeed } from '../../contract.ts';
import { calendarTexts } from '../texts.ts';

/** A person's secret URL for their calendar program: create, show once, disable. */
export function CalendarLink() {
  const { t } = useText(calendarTexts);
  const state = useCall(getCalendarFeed);
  if (state.data === undefined) {
    if (state.isPending) return <Skeleton words={t('loading')} lines={3} />;
    return (
      <ErrorState
        retryLabel={t('again')}
        onRetry={() => void state.refetch()}
        retrying={state.isFetching && t('loading')}
      >
        {t('failed')}
      </ErrorState>
    );
  }
  return <Link state={state.data} />;
}

function Link({ state }: { state: FeedState }) {
  const { t } = useText(calendarTexts);
  const refresh = [getCalendarFeed];
  const make = useAct(makeCalendarFeed, { refresh });
  const end = useAct(endCalendarFeed, { refresh, onSuccess: () => make.reset() });
  const isThere = state.createdAt !== null;
  return (
    <div className="k-stack k-gap-16">
      <p>{t('what')}</p>
      {make.data && isThere ? <NewCalendarLink url={make.data.url} /> : <Since state={state} />}
      <div className="k-row k-stretch k-wrap k-gap-12">
        <Button
          kind={isThere ? 'quiet' : 'primary'}
          size={isThere ? 'small' : 'normal'}
          icon={IconCalendarPlus}
          busy={make.isPending && t('making')}
          onClick={() => make.mutate({ body: {} })}
        >
          {t(isThere ? 'remake' : 'make')}
        </Button>
        {isThere && (
          <Button
            kind="danger"
            size="small"
            busy={end.isPending && t('ending')}
            onClick={() => end.mutate({ body: {} })}
          >
            {t('end')}
          </Button>
        )}
      </div>
      {isThere && <p className="k-muted">{t('oldEnds')}</p>}
      <div role="status">{end.isSuccess && !isThere && <Notice kind="good">{t('ended')}</Notice>}</div>
      <div role="alert">{(make.isError || end.isError) && <Notice kind="bad">{t('notSaved')}</Notice>}</div>
    </div>
  );
}

/** Shown for an existing link, whose URL is not stored. */
function Since({ state: { createdAt, lastReadAt } }: { state: FeedState }) {
  const { t } = useText(calendarTexts);
  const { date, time } = useFormat();
  if (createdAt === null) return null;
  return (
    <p>
      {t('since', { day: date(createdAt, 'long') })}{' '}
      {lastReadAt === null ? t('unread') : t('read', { when: `${date(lastReadAt)}, ${time(lastReadAt)}` })}
    </p>
  );
}

function NewCalendarLink({ url }: { url: string }) {
  const { t } = useText(calendarTexts);
  const [isCopied, setCopied] = useState(false);
  // The URL is relative if the system's own URL is not configured.
  const address = new URL(url, window.location.origin).href;
  const field = useRef<HTMLDivElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      // The browser does not allow copying, so select the text for the user to copy.
      field.current?.querySelector('input')?.focus();
    }
  };
  return (
    <div ref={field} className="k-stack k-gap-16">
      <TextField
        label={t('link')}
        hint={isCopied ? t('copied') : t('linkHint')}
        saved={isCopied}
        readOnly
        code
        value={address}
        onFocus={(event) => event.target.select()}
      />
      <div className="k-row k-stretch k-wrap k-gap-12">
        <Button icon={IconCopy} onClick={() => void copy()}>
          {t('copy')}
        </Button>
        <ButtonLink kind="quiet" href={address.replace(/^https?:/, 'webcal:')}>
          {t('open')}
        </ButtonLink>
      </div>
    </div>
  );
}

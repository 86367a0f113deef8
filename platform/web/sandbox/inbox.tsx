import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import type { ReplyOf } from '../../contract/call.ts';
import { sandboxMessages } from '../../contract/sandbox-calls.ts';
import { queryOf } from '../api/queries.ts';
import { Button } from '../design/parts/button.tsx';
import { TextField } from '../design/parts/field.tsx';
import { Card, SectionTitle } from '../design/parts/page.tsx';
import { EmptyState, Skeleton } from '../design/parts/states.tsx';
import { StatusChip } from '../design/parts/status-chip.tsx';
import { useFormat } from '../format.ts';
import { useText } from '../i18n/texts.ts';
import styles from './sandbox.module.css';
import { sandboxTexts } from './texts.ts';

type Message = ReplyOf<typeof sandboxMessages>['items'][number];

/** Polling interval in ms: a message appears at most this long after it was sent. */
const LOOK_EVERY = 1500;
const COPIED_FOR = 2000;

/** The messages that would have been sent, newest first, updated live. */
export function Inbox() {
  const { t } = useText(sandboxTexts);
  const [written, setWritten] = useState('');
  const to = useDeferredValue(written.trim());
  const query = to === '' ? {} : { query: { to } };
  const { data } = useQuery({
    ...queryOf(sandboxMessages, query),
    refetchInterval: LOOK_EVERY,
    placeholderData: (before) => before,
  });
  return (
    <section className={styles.inbox}>
      <SectionTitle end={<span className="k-muted">{data?.items.length ?? ''}</span>}>
        {t('inbox')}
      </SectionTitle>
      <TextField
        label={t('filter')}
        hint={t('filterHint')}
        value={written}
        autoComplete="off"
        onChange={(event) => setWritten(event.currentTarget.value)}
      />
      {data ? <Messages items={data.items} to={to} /> : <Skeleton words={t('getting')} />}
    </section>
  );
}

function Messages({ items, to }: { items: readonly Message[]; to: string }) {
  const { t } = useText(sandboxTexts);
  if (items.length > 0) {
    return (
      <ul className="k-stack k-gap-12" aria-live="polite" aria-relevant="additions">
        {items.map((message) => (
          <li key={message.id}>
            <MessageCard message={message} />
          </li>
        ))}
      </ul>
    );
  }
  if (to !== '') return <EmptyState title={t('noneFor', { to })}>{t('noneForText')}</EmptyState>;
  return <EmptyState title={t('none')}>{t('noneText')}</EmptyState>;
}

function MessageCard({ message }: { message: Message }) {
  const { t } = useText(sandboxTexts);
  const format = useFormat();
  const code = codeIn(message.body);
  return (
    <Card>
      <article className="k-stack k-gap-10">
        <header className={`k-row k-wrap k-gap-4 k-gap-x-12 ${styles.messageHead}`}>
          <StatusChip status={message.channel === 'sms' ? 'upcoming' : 'held'}>
            {t(message.channel)}
          </StatusChip>
          <strong className="k-figure">{message.to}</strong>
          <time className="k-muted k-small" dateTime={message.sentAt}>
            {format.date(message.sentAt)}, {format.time(message.sentAt)}
          </time>
        </header>
        {message.subject !== undefined && <h3>{message.subject}</h3>}
        <p className="k-typed">{message.body}</p>
        {code !== null && <CopyButton code={code} />}
      </article>
    </Card>
  );
}

function CopyButton({ code }: { code: string }) {
  const { t } = useText(sandboxTexts);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setCopied(true);
  };
  return (
    <div>
      <Button kind="quiet" size="small" onClick={() => void copy()}>
        <span className="k-code">{copied ? t('copied') : t('copy', { code })}</span>
      </Button>
    </div>
  );
}

/** The code that a person copies: from an SMS that starts with it, or from a gift's e-mail. */
export function codeIn(body: string): string | null {
  return /^(\d{6})\b/.exec(body)?.[1] ?? /^Code: (\w{4}-\w{4}-\w{4})$/m.exec(body)?.[1] ?? null;
}

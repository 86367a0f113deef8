import type { ReactNode } from 'react';
import { z } from 'zod';
import { type InboxStep, LONGEST_REPLY } from '../../contract/inbox.ts';
import type { Callable } from '../api/callable.ts';
import { useAct } from '../api/queries.ts';
import { Button } from '../design/parts/button.tsx';
import { Segments } from '../design/parts/choice.tsx';
import { TextArea } from '../design/parts/field.tsx';
import { useToast } from '../design/parts/toast.tsx';
import { useFormat } from '../format.ts';
import { SubmitProblem } from '../forms/submit-problem.tsx';
import { UnsavedGuard } from '../forms/unsaved-guard.tsx';
import { useForm } from '../forms/use-form.ts';
import { t } from '../i18n/office.ts';
import { useMayCall } from '../session/use-may.ts';
import { EditableBy } from './editable-by.tsx';
import { Panel } from './record.tsx';

/** A message to the business, as the office handles it: its state, a note, a reply by e-mail, its history. */
export interface InboxItem {
  readonly id: string;
  readonly trash: 0 | 1;
  readonly state: string;
  readonly note: string;
  readonly history: readonly InboxStep[];
}

interface InboxProps {
  readonly item: InboxItem;
  /** The reads that a change makes stale. */
  readonly refresh: readonly Callable[];
}

interface StateProps extends InboxProps {
  readonly update: Callable;
  /** The states and their labels, in order. */
  readonly states: Readonly<Record<string, string>>;
}

/** Multi-line text with its line breaks. */
export function WrittenText({ children }: { readonly children: ReactNode }) {
  return <p className="k-typed">{children}</p>;
}

/** The state of the item; pressing another one changes it. */
export function StatePanel({ item, update, states, refresh }: StateProps) {
  const act = useAct<Callable>(update, { refresh });
  const toast = useToast();
  const choose = (state: string) =>
    act.mutate(
      { params: { id: item.id }, body: { state } },
      { onError: ({ message }) => toast.show({ text: message }) },
    );
  return (
    <Panel title={t('Status')}>
      <EditableBy call={update}>
        <Segments
          label={t('Status')}
          hideLabel
          options={Object.entries(states).map(([value, label]) => ({ value, label }))}
          value={item.state}
          onChange={choose}
        />
      </EditableBy>
    </Panel>
  );
}

/** The office's internal note. */
export function NotePanel({ item, update, refresh }: InboxProps & { readonly update: Callable }) {
  const act = useAct<Callable>(update, { refresh });
  const form = useForm({
    initial: { note: item.note },
    draft: 'note',
    send: ({ note }) => act.mutateAsync({ params: { id: item.id }, body: { note } }),
  });
  return (
    <Panel title={t('Note')} note={t('Only the office sees it.')}>
      <EditableBy call={update}>
        <form className="k-stack k-left k-gap-12 k-form" onSubmit={form.submit} noValidate>
          <TextArea label={t('Note')} maxLength={4000} {...form.text('note')} />
          <InboxProblem problem={form.problem} />
          <Button type="submit" kind="quiet" size="small" busy={form.sending && t('Saving')}>
            {t('Save note')}
          </Button>
        </form>
      </EditableBy>
    </Panel>
  );
}

interface ReplyProps extends InboxProps {
  readonly reply: Callable;
  /** The reply's address; empty if none was given. */
  readonly to: string;
  /** Shown if there is no address. */
  readonly instead: string;
}

/** A reply by e-mail, stored with the message it answers. */
export function ReplyPanel({ item, reply, to, instead, refresh }: ReplyProps) {
  const mayReply = useMayCall(reply);
  if (!mayReply) return null;
  if (to === '') return <Panel title={t('Reply')}>{instead}</Panel>;
  if (item.trash === 1) return <Panel title={t('Reply')}>{t('Restore it from the trash to reply.')}</Panel>;
  return <ReplyForm item={item} reply={reply} to={to} refresh={refresh} />;
}

function ReplyForm({ item, reply, to, refresh }: Omit<ReplyProps, 'instead'>) {
  const act = useAct<Callable>(reply, { refresh });
  const toast = useToast();
  const form = useForm({
    initial: { reply: '' },
    draft: 'reply',
    schema: z.object({
      reply: z
        .string()
        .trim()
        .min(1, { error: t('Write a reply first.') }),
    }),
    send: async (sent) => {
      await act.mutateAsync({ params: { id: item.id }, body: sent });
      form.set({ reply: '' });
      toast.show({ text: t('Your reply is on its way to {{to}}.', { to }) });
    },
  });
  return (
    <Panel title={t('Reply')} note={t('Sent by e-mail to {{to}}.', { to })}>
      <form className="k-stack k-left k-gap-12 k-form" onSubmit={form.submit} noValidate>
        <TextArea label={t('Reply')} rows={6} maxLength={LONGEST_REPLY} {...form.text('reply')} />
        <InboxProblem problem={form.problem} />
        <Button type="submit" size="small" busy={form.sending && t('Sending')}>
          {t('Send reply')}
        </Button>
      </form>
      <UnsavedGuard when={form.values.reply !== ''} />
    </Panel>
  );
}

function InboxProblem({ problem }: { readonly problem: Error | null }) {
  return <SubmitProblem problem={problem} />;
}

interface HistoryProps {
  readonly item: InboxItem & { readonly createdAt: string };
  readonly states: Readonly<Record<string, string>>;
}

/** The history, newest first. */
export function HistoryPanel({ item, states }: HistoryProps) {
  const { date, time } = useFormat();
  const at = (wire: string) => `${date(wire, 'long')}, ${time(wire)}`;
  return (
    <Panel title={t('History')}>
      <ol className="k-stack k-gap-16">
        {item.history.toReversed().map((step) => (
          <li key={step.id}>
            <p>
              <b>{step.state === null ? t('Reply sent') : (states[step.state] ?? step.state)}</b>
              {step.by && t(' by {{fullname}}', { fullname: step.by.fullname })}
            </p>
            <p className="k-muted k-small">{at(step.at)}</p>
            {step.reply !== null && <WrittenText>{step.reply}</WrittenText>}
          </li>
        ))}
        <li>
          <p>
            <b>{t('Received')}</b>
          </p>
          <p className="k-muted k-small">{at(item.createdAt)}</p>
        </li>
      </ol>
    </Panel>
  );
}

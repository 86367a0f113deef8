import { Checkbox, Popover, TextInput } from '@mantine/core';
import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs';
import IconBookmark from '@tabler/icons-react/dist/esm/icons/IconBookmark.mjs';
import { type FormEvent, useState } from 'react';
import {
  createListView,
  deleteListView,
  type ListViewReply,
  LONGEST_VIEW_NAME,
  listListViews,
  updateListView,
} from '#platform/contract/list-views.ts';
import { ApiError } from '../api/api-error.ts';
import { useAct } from '../api/queries.ts';
import { Button } from '../design/parts/button.tsx';
import { TextButton } from '../design/parts/link.tsx';
import { useToast } from '../design/parts/toast.tsx';
import { t } from '../i18n/office.ts';
import styles from './list.module.css';
import { overlay } from './overlay.ts';

interface SavedViewsMenuProps {
  /** The list's address. */
  readonly list: string;
  readonly saved: readonly ListViewReply[];
  /** What the list shows now. */
  readonly shown: Pick<ListViewReply, 'query' | 'columns'>;
}

const READS = { refresh: [listListViews] };

/** Saves what the list shows under a name, and changes or removes one's own views. */
export function SavedViewsMenu({ list, saved, shown }: SavedViewsMenuProps) {
  const [open, setOpen] = useState(false);
  const own = saved.filter((view) => view.own);
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-end" trapFocus returnFocus {...overlay}>
      <Popover.Target>
        <Button
          kind="quiet"
          size="small"
          icon={IconBookmark}
          aria-haspopup="dialog"
          onClick={() => setOpen(!open)}
        >
          {t('Save view')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={styles.saving}>
        <NewView list={list} shown={shown} onSaved={() => setOpen(false)} />
        {own.length > 0 && (
          <ul className={`k-stack k-gap-8 k-mt-14 ${styles.saved}`} aria-label={t('Your views')}>
            {own.map((view) => (
              <OwnView key={view.id} view={view} shown={shown} onDone={() => setOpen(false)} />
            ))}
          </ul>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}

function NewView({ list, shown, onSaved }: Omit<SavedViewsMenuProps, 'saved'> & { onSaved(): void }) {
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const [isMissing, setIsMissing] = useState(false);
  const create = useAct(createListView, { ...READS, onSuccess: onSaved });
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    setIsMissing(name.trim() === '');
    if (name.trim() === '') return;
    create.mutate({ body: { list, name, shared, query: shown.query, columns: [...shown.columns] } });
  };
  return (
    <form onSubmit={save} className={`k-stack k-left k-gap-10 ${styles.newView}`}>
      <TextInput
        label={t('Save this list as')}
        data-autofocus
        maxLength={LONGEST_VIEW_NAME}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={isMissing ? t('Enter a name.') : create.error?.message}
      />
      <Checkbox
        label={t('Share with the office')}
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
      <Button type="submit" size="small" busy={create.isPending && t('Saving')}>
        {t('Save')}
      </Button>
    </form>
  );
}

interface OwnViewProps extends Pick<SavedViewsMenuProps, 'shown'> {
  readonly view: ListViewReply;
  onDone(): void;
}

function OwnView({ view, shown, onDone }: OwnViewProps) {
  const toast = useToast();
  const update = useAct(updateListView, READS);
  const remove = useAct(deleteListView, READS);
  const restore = useAct(createListView, READS);
  const params = { id: view.id };
  const act = async (work: Promise<unknown>, done: () => void) => {
    onDone();
    try {
      await work;
      done();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toast.fail({
        icon: IconAlertTriangle,
        text: t('The view “{{name}}” was not changed. {{message}}', {
          name: view.name,
          message: error.message,
        }),
      });
    }
  };
  const say = (text: string) => () => void toast.show({ text });
  const replace = () =>
    act(
      update.mutateAsync({ params, body: { query: shown.query, columns: [...shown.columns] } }),
      say(t('“{{name}}” now shows this list.', { name: view.name })),
    );
  const share = () =>
    act(
      update.mutateAsync({ params, body: { shared: !view.shared } }),
      say(
        view.shared
          ? t('“{{name}}” is no longer shared.', { name: view.name })
          : t('Everyone in the office sees “{{name}}”.', { name: view.name }),
      ),
    );
  const { list, name, query, columns, shared } = view;
  const undo = () =>
    void act(
      restore.mutateAsync({ body: { list, name, query, columns, shared } }),
      say(t('“{{name}}” is restored.', { name })),
    );
  const drop = () =>
    act(
      remove.mutateAsync({ params }),
      () => void toast.show({ text: t('“{{name}}” is removed.', { name: view.name }), undo }),
    );
  return (
    <li>
      <b>{view.name}</b>
      <TextButton onClick={() => void replace()}>
        {t('Replace')}
        <span className="k-hidden">{t('  {{name}} with this list', { name: view.name })}</span>
      </TextButton>
      <TextButton onClick={() => void share()}>
        {view.shared ? t('Stop sharing') : t('Share')}
        <span className="k-hidden"> {view.name}</span>
      </TextButton>
      <TextButton onClick={() => void drop()}>
        {t('Remove')}
        <span className="k-hidden"> {view.name}</span>
      </TextButton>
    </li>
  );
}

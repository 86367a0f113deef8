import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { showMobile } from '#platform/kernel/mobile.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { today } from '#platform/web/business-time.ts';
import { Icon } from '#platform/web/design/parts/icon.tsx';
import { ErrorState } from '#platform/web/design/parts/states.tsx';
import { useFormat } from '#platform/web/format.ts';
import { t } from '#platform/web/i18n/office.ts';
import { type SearchReply, searchOffice } from '../../contract.ts';
import { commandFor, commandIn } from '../../rules/commands.ts';
import { matchPages, type SearchPage } from '../../rules/match-pages.ts';
import styles from './search-dialog.module.css';

interface SearchDialogProps {
  /** All pages of the office that need no id. */
  readonly pages: readonly SearchPage[];
  /** Whether the person may use a page: others are not offered, nor are commands that lead there. */
  isOpen(to: string): boolean;
  onClose(): void;
}

/** The search over the whole office. A native dialog: the page behind is inert, and the focus returns to where it was. */
export function SearchDialog({ pages, isOpen, onClose }: SearchDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  const outside = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself handles Esc
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={t('Search')}
      onClick={outside}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <SearchForm pages={pages} isOpen={isOpen} onClose={onClose} />
    </dialog>
  );
}

function SearchForm({ pages, isOpen, onClose }: SearchDialogProps) {
  const [typed, setTyped] = useState('');
  const format = useFormat();
  const navigate = useNavigate();
  const q = typed.trim();
  const command = commandIn(q);
  const { results, isCurrent, error, retry } = useSearch(command?.person || q);
  const groups = optionsFor({ q, pages, isOpen, results, today: today(), format });
  const options = groups.flatMap((group) => group.options);
  const list = useList(q, options);
  const [isWaiting, setWaiting] = useState(false);
  const open = (option: SearchOption | undefined) => {
    if (option === undefined) return;
    onClose();
    void navigate(option.to);
  };
  // Enter was pressed before the results for what had been typed were there: the first one opens when they are.
  useEffect(() => {
    if (!isWaiting || !isCurrent) return;
    setWaiting(false);
    if (error === null) open(options[0]);
  });
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      list.move(event.key === 'ArrowDown' ? 1 : -1);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      if (isCurrent || list.isChosen) open(options[list.index]);
      else setWaiting(true);
    }
  };
  return (
    <>
      <div className={`k-row k-gap-10 k-fixed k-muted ${styles.head}`}>
        <Icon of={IconSearch} />
        <input
          type="text"
          role="combobox"
          aria-label={t('Search')}
          aria-expanded={options.length > 0}
          aria-controls={list.id}
          aria-autocomplete="list"
          aria-activedescendant={options.length > 0 ? list.idOf(list.index) : undefined}
          aria-describedby={`${list.id}-help`}
          // biome-ignore lint/a11y/noAutofocus: the dialog has opened for typing
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          placeholder={t('Customer, mobile, job number, postal code, page')}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setWaiting(false);
          }}
          onKeyDown={press}
        />
        <button type="button" className={styles.close} onClick={onClose}>
          {t('Close')}
        </button>
      </div>
      {error !== null && (
        <div className={styles.error}>
          <ErrorState retryLabel={t('Try again')} onRetry={retry} retrying={!isCurrent && t('Trying again')}>
            {t('The search could not be completed. {{message}}', { message: error.message })}
          </ErrorState>
        </div>
      )}
      <Options groups={groups} list={list} onOpen={open} isStale={!isCurrent} />
      <p className={`k-fixed k-muted k-small ${styles.help}`} id={`${list.id}-help`}>
        {command?.person === ''
          ? t('Now type the {{about}}’s name.', { about: command.command.about })
          : t('Try half a mobile number, #2496, 310145, “new job for Hui Min” or “sick Siew Hua”.')}
      </p>
      <p role="status" className="k-hidden">
        {q !== '' && isCurrent && error === null && countWords(groups)}
      </p>
    </>
  );
}

type List = ReturnType<typeof useList>;

/** Which option Enter opens: the first, until another is chosen by the arrow keys. */
function useList(q: string, options: readonly SearchOption[]) {
  const id = useId();
  const [chosen, setChosen] = useState({ q, to: '' });
  const at = chosen.q === q ? options.findIndex(({ to }) => to === chosen.to) : -1;
  const index = Math.max(at, 0);
  const idOf = (position: number) => `${id}-${position}`;
  const move = (by: 1 | -1) => {
    const next = (index + by + options.length) % options.length;
    const option = options[next];
    if (option === undefined) return;
    setChosen({ q, to: option.to });
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' });
  };
  return { id, index, isChosen: at !== -1, idOf, move };
}

interface OptionsProps {
  readonly groups: readonly OptionGroup[];
  readonly list: List;
  /** They belong to an earlier search. */
  readonly isStale: boolean;
  onOpen(option: SearchOption): void;
}

function Options({ groups, list, isStale, onOpen }: OptionsProps) {
  let position = -1;
  return (
    <div id={list.id} role="listbox" aria-label={t('Results')} aria-busy={isStale} className={styles.options}>
      {groups.map(({ title, options }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
        <div key={title} role="group" aria-label={title} className={styles.group}>
          <p aria-hidden="true">{title}</p>
          {options.map((option) => {
            position += 1;
            const at = position;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combobox
              <div
                key={option.to}
                id={list.idOf(at)}
                role="option"
                aria-selected={at === list.index}
                className={`k-row k-baseline k-between k-gap-4 k-gap-x-16 ${styles.option}`}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onOpen(option)}
              >
                <span>{option.label}</span>
                {option.note !== '' && <small>{option.note}</small>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** "4 results: 1 in Customers, 3 in Jobs" */
function countWords(groups: readonly OptionGroup[]): string {
  const found = groups.filter(({ title }) => title !== 'In lists');
  const total = found.reduce((sum, { options }) => sum + options.length, 0);
  if (total === 0) return t('No matches.');
  const parts = found.map(({ title, options }) =>
    t('{{count}} in {{title}}', { count: options.length, title }),
  );
  return total === 1
    ? t('{{total}} result: {{join}}.', { total, join: parts.join(', ') })
    : t('{{total}} results: {{join}}.', { total, join: parts.join(', ') });
}

/** Debounce, in ms. */
const PAUSE = 120;

/**
 * The server's results for `words`. Until a reply has come, the results are those of an earlier search, and `isCurrent`
 * is false; a late reply to an earlier search is ignored.
 */
function useSearch(words: string) {
  const sent = useDebounced(words);
  const isAsked = sent !== '';
  const found = useQuery({
    ...queryOf(searchOffice, { query: { q: sent } }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
  });
  return {
    results: isAsked && words !== '' ? found.data : undefined,
    isCurrent:
      words === '' || (words === sent && (found.isError || (found.isSuccess && !found.isPlaceholderData))),
    error: isAsked && words !== '' && found.isError ? found.error : null,
    retry: () => void found.refetch(),
  };
}

function useDebounced(words: string): string {
  const [sent, setSent] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setSent(words), PAUSE);
    return () => clearTimeout(timer);
  }, [words]);
  return sent;
}

interface SearchOption {
  readonly label: string;
  readonly note: string;
  readonly to: string;
}

interface OptionGroup {
  readonly title: string;
  readonly options: readonly SearchOption[];
}

interface Sources {
  readonly q: string;
  readonly pages: readonly SearchPage[];
  isOpen(to: string): boolean;
  readonly results: SearchReply | undefined;
  readonly today: string;
  readonly format: Pick<ReturnType<typeof useFormat>, 'date' | 'time' | 'money'>;
}

/** Without a search: what people start most often. */
const SUGGESTED = ['/admin/jobs/new', '/admin/customers/new', '/admin/cleaners/set-unavailable-date'];
const MAX_PAGES = 8;

/** All options for a search, by group; the best come first. */
function optionsFor({ isOpen, ...sources }: Sources): OptionGroup[] {
  const pages = sources.pages.filter(({ to }) => isOpen(to));
  const groups = groupsFor({ ...sources, pages }).map(({ title, options }) => ({
    title,
    options: options.filter(({ to }) => isOpen(to)),
  }));
  return withOptions(groups);
}

function groupsFor({ q, pages, results, today, format }: Omit<Sources, 'isOpen'>): OptionGroup[] {
  if (q === '') {
    const suggested = SUGGESTED.flatMap((to) => pages.find((page) => page.to === to) ?? []);
    return [pageGroup(suggested)];
  }
  const matching = matchPages(q, pages);
  const groups = [commandGroup(q, results, today), pageGroup(matching.first.slice(0, MAX_PAGES))];
  const isCommand = (commandIn(q)?.person ?? '') !== '';
  if (results !== undefined && !isCommand) groups.push(...recordGroups(results, format));
  groups.push(pageGroup(matching.others.slice(0, MAX_PAGES), t('Other pages')));
  if (!isCommand) groups.push(listGroup(q));
  return groups;
}

const withOptions = (groups: readonly OptionGroup[]) => groups.filter(({ options }) => options.length > 0);

function pageGroup(pages: readonly SearchPage[], title = t('Pages')): OptionGroup {
  return { title, options: pages };
}

function commandGroup(q: string, results: SearchReply | undefined, today: string): OptionGroup {
  const read = commandIn(q);
  const title = t('Commands');
  if (read === null || read.person === '' || results === undefined) return { title, options: [] };
  const people = read.command.about === 'customer' ? results.customers : results.cleaners;
  const options = people.map((person) => ({
    ...commandFor(read.command.name, person, today),
    note: showMobile(person.mobile),
  }));
  return { title, options };
}

function recordGroups(results: SearchReply, { date, time, money }: Sources['format']): OptionGroup[] {
  const customers = results.customers.map((found) =>
    personOption(found, `/admin/customers/${found.id}/view`),
  );
  const cleaners = results.cleaners.map((found) => personOption(found, `/admin/cleaners/${found.id}/view`));
  const jobs = results.jobs.map((job) => ({
    label: t('Job {{number}}, {{customer}}', { number: job.number, customer: job.customer }),
    note: [
      `${date(job.startTime)}, ${time(job.startTime)}`,
      JOB_TYPE_NAMES[job.jobType],
      job.postal,
      stateOf(job),
    ].join(' · '),
    to: `/admin/jobs/${job.id}/view`,
  }));
  const receipts = results.receipts.map((receipt) => ({
    label:
      receipt.total < 0
        ? t('Credit note {{number}}, {{customer}}', { number: receipt.number, customer: receipt.customer })
        : t('Receipt {{number}}, {{customer}}', { number: receipt.number, customer: receipt.customer }),
    note: `${money(receipt.total)} · ${date(receipt.createdAt)}`,
    to: `/admin/transactions/${receipt.id}/view`,
  }));
  return [
    { title: t('Customers'), options: customers },
    { title: t('Jobs'), options: jobs },
    { title: t('Cleaners'), options: cleaners },
    { title: t('Receipts'), options: receipts },
  ];
}

function personOption({ fullname, mobile }: SearchReply['customers'][number], to: string): SearchOption {
  return { label: fullname, note: showMobile(mobile), to };
}

const STATUS_WORDS = {
  pending: t('Unpaid'),
  confirmed: t('Owed'),
  cancelled: t('Cancelled'),
  expired: t('Expired'),
};
const STAGE_WORDS = { upcoming: t('Upcoming'), 'in-progress': t('In progress'), done: t('Done') };

function stateOf({ status, stage }: SearchReply['jobs'][number]): string {
  return status === 'paid' ? STAGE_WORDS[stage] : STATUS_WORDS[status];
}

/** The lists search in more fields, such as addresses. */
function listGroup(q: string): OptionGroup {
  const words = encodeURIComponent(q);
  return {
    title: t('In lists'),
    options: [
      { label: t('Search all jobs for “{{q}}”', { q }), note: '', to: `/admin/jobs?q=${words}` },
      { label: t('Search all customers for “{{q}}”', { q }), note: '', to: `/admin/customers?q=${words}` },
    ],
  };
}

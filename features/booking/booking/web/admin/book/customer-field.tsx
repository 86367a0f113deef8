import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { createCustomer, listCustomers } from '#features/people/customers/contract.ts';
import { SALUTATIONS } from '#features/people/customers/rules/salutations.ts';
import styles from '#features/work/jobs/web/office/job-sheets.module.css';
import { showMobile } from '#platform/kernel/mobile.ts';
import { queryOf } from '#platform/web/api/queries.ts';
import { Button } from '#platform/web/design/parts/button.tsx';
import { TextField } from '#platform/web/design/parts/field.tsx';
import { TextButton } from '#platform/web/design/parts/link.tsx';
import { Notice } from '#platform/web/design/parts/page.tsx';
import { t } from '#platform/web/i18n/office.ts';
import { useMayCall } from '#platform/web/session/use-may.ts';

export interface ChosenCustomer {
  readonly id: string;
  readonly fullname: string;
}

interface CustomerFieldProps {
  readonly chosen: ChosenCustomer | null;
  onChoose(customer: ChosenCustomer | null): void;
  /** Starts a new customer with the text of the search. */
  onAdd(typed: string): void;
}

const MAX_FOUND = 6;
/** Debounce of the search, in ms. */
const PAUSE = 200;

/** Finds a customer by name, mobile or e-mail, or starts a new one. */
export function CustomerField({ chosen, onChoose, onAdd }: CustomerFieldProps) {
  const isChosenHere = useRef(false);
  const box = useRef<HTMLParagraphElement>(null);
  const id = chosen?.id;
  useEffect(() => {
    // The field that had the focus is gone.
    if (id !== undefined && isChosenHere.current) box.current?.querySelector('button')?.focus();
  }, [id]);
  if (chosen !== null)
    return (
      <p ref={box} className="k-row k-gap-14 k-mb-12">
        <b>{chosen.fullname}</b>
        <TextButton onClick={() => onChoose(null)}>{t('Choose another customer')}</TextButton>
      </p>
    );
  return (
    <FindCustomer
      onAdd={onAdd}
      onChoose={(customer) => {
        isChosenHere.current = true;
        onChoose(customer);
      }}
    />
  );
}

interface FindCustomerProps {
  onChoose(customer: ChosenCustomer): void;
  onAdd(typed: string): void;
}

function FindCustomer({ onChoose, onAdd }: FindCustomerProps) {
  const box = useRef<HTMLDivElement>(null);
  const mayAdd = useMayCall(createCustomer);
  const search = useCustomerSearch((found, typed) => {
    const [first] = found;
    if (first === undefined) return mayAdd && onAdd(typed);
    return found.length === 1 ? onChoose(first) : box.current?.querySelector('button')?.focus();
  });
  const { typed, found } = search;
  const walk = (event: KeyboardEvent) => walkThrough(box.current, event);
  return (
    <div ref={box} className={`k-stack k-gap-12 k-mt-10 ${styles.form}`}>
      <TextField
        label={t('Customer')}
        type="search"
        autoFocus
        autoComplete="off"
        value={typed}
        onChange={(event) => search.type(event.target.value)}
        onKeyDown={(event) => (event.key === 'Enter' ? search.enter() : walk(event))}
        hint={t('By name, mobile or e-mail.')}
      />
      {search.error && (
        <Notice kind="bad">
          {t('We could not search the customers. {{message}}', { message: search.error.message })}
        </Notice>
      )}
      {found.length > 0 && (
        <ul className={styles.people} aria-label={t('Customers found')}>
          {found.map(({ id, fullname, mobile, email }) => (
            <li key={id}>
              <button
                type="button"
                className={styles.person}
                onKeyDown={walk}
                onClick={() => onChoose({ id, fullname })}
              >
                <span>
                  <span className="k-block k-strong">{fullname}</span>
                  <span className={styles.note}>
                    {[showMobile(mobile), email].filter(Boolean).join(', ')}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status">{search.isEmpty && t('No customers found.')}</p>
      {mayAdd && (
        <Button kind="quiet" icon={IconUserPlus} onKeyDown={walk} onClick={() => onAdd(typed)}>
          {typed.trim() === '' ? t('New customer') : t('New customer: {{trim}}', { trim: typed.trim() })}
        </Button>
      )}
    </div>
  );
}

/** The search as typed. `onEnter` is called with what is found for it, as soon as that is known. */
function useCustomerSearch(onEnter: (found: readonly ChosenCustomer[], typed: string) => void) {
  const [typed, setTyped] = useState('');
  const [sent, setSent] = useState('');
  const [isEntered, setEntered] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSent(typed.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  const search = useQuery({
    ...queryOf(listCustomers, { query: { q: sent, size: MAX_FOUND, count: '0' } }),
    placeholderData: keepPreviousData,
  });
  const isCurrent = sent === typed.trim() && search.isSuccess && !search.isPlaceholderData;
  useEffect(() => {
    if (!isEntered || !isCurrent) return;
    setEntered(false);
    onEnter(search.data.items, typed);
  });
  return {
    typed,
    found: search.data?.items ?? [],
    isEmpty: search.data?.items.length === 0,
    error: search.isError ? search.error : null,
    type: (text: string) => {
      setTyped(text);
      setEntered(false);
    },
    enter: () => {
      if (typed.trim() === '') return;
      setSent(typed.trim());
      setEntered(true);
    },
  };
}

/** The arrow keys move between the field and the buttons below it. */
function walkThrough(box: HTMLElement | null, event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || box === null) return;
  const stops = [...box.querySelectorAll<HTMLElement>('input, button')];
  const next = stops[stops.indexOf(event.currentTarget as HTMLElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

/** The fields of a new customer that a search text can fill. */
export interface Person {
  readonly salutation: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly mobile: string;
  readonly email: string;
}

export const NOBODY: Person = { salutation: '', firstname: '', lastname: '', mobile: '', email: '' };

/**
 * Common Chinese surnames in Singapore, which are usually said and written first. The office can correct the guess in
 * the form.
 */
const SURNAMES_SAID_FIRST = new Set(
  'tan lim lee ng ong wong goh chua chan koh teo ang yeo tay ho low toh sim chong chia'.split(' '),
);

/**
 * A new customer's fields from the text of a search without a match: `9123 4567` is the mobile, `mei@example.com` the
 * e-mail address, and `Mdm Mei Ling Tan` or `Mdm Tan Mei Ling` a salutation, first names and a last name.
 */
export function personFromSearch(typed: string): Person {
  const text = typed.trim();
  if (text.includes('@')) return { ...NOBODY, email: text };
  if (/^[+\d][\d\s()-]*$/.test(text))
    return { ...NOBODY, mobile: text.replace(/^\+?65(?=\s*\d{4})/, '').trim() };
  const words = text.split(/\s+/).filter((word) => word !== '');
  const [first = ''] = words;
  const salutation = SALUTATIONS.find((one) => one.toLowerCase() === first.toLowerCase().replace(/\.$/, ''));
  if (salutation === undefined) return { ...NOBODY, ...namesFrom(words.map(capital)) };
  const names = words.slice(1).map(capital);
  // "Mdm Tan" gives only a last name.
  const [only = ''] = names;
  return { ...NOBODY, salutation, ...(names.length === 1 ? { lastname: only } : namesFrom(names)) };
}

/** A single name is a first name. The last name is the first word if that is a surname said first, otherwise the last. */
function namesFrom(names: readonly string[]): Pick<Person, 'firstname' | 'lastname'> {
  const [first = '', ...others] = names;
  const last = others.at(-1);
  if (last === undefined) return { firstname: first, lastname: '' };
  if (isSaidFirst(first) && !isSaidFirst(last)) return { firstname: others.join(' '), lastname: first };
  return { firstname: names.slice(0, -1).join(' '), lastname: last };
}

function isSaidFirst(name: string): boolean {
  return SURNAMES_SAID_FIRST.has(name.toLowerCase());
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

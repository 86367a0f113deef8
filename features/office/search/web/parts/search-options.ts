import { JOB_TYPE_NAMES } from '#features/catalogue/packages/web/parts/job-type-names.ts';
import { showMobile } from '#platform/kernel/mobile.ts';
import type { useFormat } from '#platform/web/format.ts';
import type { SearchReply } from '../../contract.ts';
import { commandFor, commandIn } from '../../rules/commands.ts';
import { matchPages, type SearchPage } from '../../rules/match-pages.ts';

export interface SearchOption {
  readonly label: string;
  readonly note: string;
  readonly to: string;
}

export interface OptionGroup {
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
export function optionsFor({ isOpen, ...sources }: Sources): OptionGroup[] {
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
  groups.push(pageGroup(matching.others.slice(0, MAX_PAGES), 'Other pages'));
  if (!isCommand) groups.push(listGroup(q));
  return groups;
}

const withOptions = (groups: readonly OptionGroup[]) => groups.filter(({ options }) => options.length > 0);

function pageGroup(pages: readonly SearchPage[], title = 'Pages'): OptionGroup {
  return { title, options: pages };
}

function commandGroup(q: string, results: SearchReply | undefined, today: string): OptionGroup {
  const read = commandIn(q);
  const title = 'Commands';
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
    label: `Job ${job.number}, ${job.customer}`,
    note: [
      `${date(job.startTime)}, ${time(job.startTime)}`,
      JOB_TYPE_NAMES[job.jobType],
      job.postal,
      stateOf(job),
    ].join(' · '),
    to: `/admin/jobs/${job.id}/view`,
  }));
  const receipts = results.receipts.map((receipt) => ({
    label: `${receipt.total < 0 ? 'Credit note' : 'Receipt'} ${receipt.number}, ${receipt.customer}`,
    note: `${money(receipt.total)} · ${date(receipt.createdAt)}`,
    to: `/admin/transactions/${receipt.id}/view`,
  }));
  return [
    { title: 'Customers', options: customers },
    { title: 'Jobs', options: jobs },
    { title: 'Cleaners', options: cleaners },
    { title: 'Receipts', options: receipts },
  ];
}

function personOption({ fullname, mobile }: SearchReply['customers'][number], to: string): SearchOption {
  return { label: fullname, note: showMobile(mobile), to };
}

const STATUS_WORDS = { pending: 'Unpaid', confirmed: 'Owed', cancelled: 'Cancelled', expired: 'Expired' };
const STAGE_WORDS = { upcoming: 'Upcoming', 'in-progress': 'In progress', done: 'Done' };

function stateOf({ status, stage }: SearchReply['jobs'][number]): string {
  return status === 'paid' ? STAGE_WORDS[stage] : STATUS_WORDS[status];
}

/** The lists search in more fields, such as addresses. */
function listGroup(q: string): OptionGroup {
  const words = encodeURIComponent(q);
  return {
    title: 'In lists',
    options: [
      { label: `Search all jobs for “${q}”`, note: '', to: `/admin/jobs?q=${words}` },
      { label: `Search all customers for “${q}”`, note: '', to: `/admin/customers?q=${words}` },
    ],
  };
}

/** What the office can start from the search, about a customer or cleaner: `new job for hui min`, `sick siew hua`. */
export type CommandName = 'new-job' | 'take-payment' | 'sick' | 'time-off';

export interface Command {
  readonly name: CommandName;
  readonly about: 'customer' | 'cleaner';
  /** How it can begin; the longer phrase before one that it contains. */
  readonly phrases: readonly string[];
}

export const COMMANDS: readonly Command[] = [
  { name: 'new-job', about: 'customer', phrases: ['new job for', 'new job', 'book for'] },
  { name: 'take-payment', about: 'customer', phrases: ['take payment from', 'take payment'] },
  { name: 'sick', about: 'cleaner', phrases: ['sick'] },
  { name: 'time-off', about: 'cleaner', phrases: ['time off for', 'time off'] },
];

export interface ReadCommand {
  readonly command: Command;
  /** The person's name, or part of it; '' until it is typed. */
  readonly person: string;
}

/** The command that a search begins with; null if it is only a search. */
export function commandIn(q: string): ReadCommand | null {
  const text = q.trim().replace(/\s+/g, ' ');
  const lower = text.toLowerCase();
  for (const command of COMMANDS) {
    const phrase = command.phrases.find((each) => lower === each || lower.startsWith(`${each} `));
    if (phrase !== undefined) return { command, person: text.slice(phrase.length).trim() };
  }
  return null;
}

interface Person {
  readonly id: string;
  readonly fullname: string;
}

/** @param today `YYYY-MM-DD`, the first day of a time off */
export function commandFor(name: CommandName, person: Person, today: string) {
  const id = encodeURIComponent(person.id);
  const timeOff = `/admin/cleaners/set-unavailable-date?cleanerID=${id}&day=${today}`;
  const byName: Record<CommandName, { readonly label: string; readonly to: string }> = {
    'new-job': { label: `New job for ${person.fullname}`, to: `/admin/jobs/new?customerID=${id}` },
    'take-payment': {
      label: `Take payment from ${person.fullname}`,
      to: `/admin/transactions/new?customerID=${id}`,
    },
    sick: {
      label: `${person.fullname} is sick today`,
      to: `/admin/cleaners/cover?cleanerID=${id}&day=${today}&reason=Sick`,
    },
    'time-off': { label: `Time off for ${person.fullname}`, to: timeOff },
  };
  return byName[name];
}

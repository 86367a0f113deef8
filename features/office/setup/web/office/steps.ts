import type { Setup } from '../../contract.ts';
import type { Step } from '../../rules/steps.ts';

export const SETUP = '/admin/overview/setup';
export const stepPath = (step: Step) => `${SETUP}/${step}`;

/** What the screen of a step gets. */
export interface StepProps {
  readonly setup: Setup;
  /** Goes on with the next step that is not done. */
  onDone(): void;
}

interface StepWords {
  readonly title: string;
  /** What it is for. */
  readonly lead: string;
}

export const STEP_WORDS: Readonly<Record<Step, StepWords>> = {
  contact: {
    title: 'Name and contact',
    lead: 'Shown on your site, on receipts and in messages. Customers call the number and write to the address.',
  },
  gst: {
    title: 'GST',
    lead: 'Only a registered business may show GST. Your prices always include it.',
  },
  hours: {
    title: 'Hours and holidays',
    lead: 'Between these times customers can book visits. Cleaners’ own hours come later.',
  },
  services: {
    title: 'Services and prices',
    lead: 'What a home of each size takes and costs: 2 × 4 h are two cleaners for four hours. These are usual prices in Singapore: change what you like, or leave a service out. You can change all of it later under Packages.',
  },
  cleaners: {
    title: 'Cleaners',
    lead: 'Who goes to the homes. Everyone starts with the same hours; change them later on the cleaner’s own page.',
  },
  look: {
    title: 'Your look',
    lead: 'Your logo and colour on the site, in messages and on receipts.',
  },
  providers: {
    title: 'E-mail, SMS and cards',
    lead: 'Kemas sends codes and confirmations through companies of your choice, and takes cards through Stripe. Whoever runs the server enters the keys there; here you see what is missing and whether it works.',
  },
  account: {
    title: 'Your account',
    lead: 'This account can do everything. Make sure that only you get in, and that you still do after you forget the password.',
  },
};

/** What is there of a step, in a few words; empty if there is nothing to say. */
export function stateOf(step: Step, setup: Setup): string {
  const { packages, bookable, cleaners, providers, account } = setup;
  const count = (of: number, one: string) => `${of} ${of === 1 ? one : `${one}s`}`;
  const isDone = setup.done.includes(step);
  switch (step) {
    case 'services':
      if (packages === 0) return 'Needed';
      if (cleaners === 0 || bookable === packages) return count(packages, 'package');
      return `${count(packages, 'package')}, ${packages - bookable} of them need more cleaners or longer hours`;
    case 'cleaners':
      return cleaners === 0 ? 'Needed' : count(cleaners, 'cleaner');
    case 'providers': {
      const missing = [
        providers.mail ? '' : 'e-mail',
        providers.sms ? '' : 'SMS',
        providers.payments ? '' : 'cards',
      ].filter((one) => one !== '');
      return missing.length === 0 ? 'All set up' : `Missing: ${missing.join(', ')}`;
    }
    case 'account': {
      const missing = [
        account.hasOwnPassword ? '' : 'own password',
        account.email === '' ? 'e-mail address' : '',
      ].filter((one) => one !== '');
      return missing.length === 0 ? 'Safe' : `Missing: ${missing.join(', ')}`;
    }
    default:
      return isDone ? 'Done' : '';
  }
}

import { t } from '#platform/web/i18n/office.ts';
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
    title: t('Name and contact'),
    lead: t(
      'Shown on your site, on receipts and in messages. Customers call the number and write to the address.',
    ),
  },
  gst: {
    title: t('GST'),
    lead: t('Only a registered business may show GST. Your prices always include it.'),
  },
  hours: {
    title: t('Hours and holidays'),
    lead: t('Between these times customers can book visits. Cleaners’ own hours come later.'),
  },
  services: {
    title: t('Services and prices'),
    lead: t(
      'What a home of each size takes and costs: 2 × 4 h are two cleaners for four hours. These are usual prices in Singapore: change what you like, or leave a service out. You can change all of it later under Packages.',
    ),
  },
  cleaners: {
    title: t('Cleaners'),
    lead: t(
      'Who goes to the homes. Everyone starts with the same hours; change them later on the cleaner’s own page.',
    ),
  },
  look: {
    title: t('Your look'),
    lead: t('Your logo and colour on the site, in messages and on receipts.'),
  },
  providers: {
    title: t('E-mail, SMS and cards'),
    lead: t(
      'Kemas sends codes and confirmations through companies of your choice, and takes cards through Stripe. The keys are entered on the server; here you see what is missing and whether it works.',
    ),
  },
  account: {
    title: t('Your account'),
    lead: t(
      'This account can do everything. Make sure that only you get in, and that you still do after you forget the password.',
    ),
  },
};

/** What is there of a step, in a few words; empty if there is nothing to say. */
export function stateOf(step: Step, setup: Setup): string {
  const { packages, bookable, cleaners, providers, account } = setup;
  const isDone = setup.done.includes(step);
  switch (step) {
    case 'services':
      if (packages === 0) return t('Needed');
      if (cleaners === 0 || bookable === packages) return packagesInWords(packages);
      return t('{{packages}}, {{count}} of them need more cleaners or longer hours', {
        packages: packagesInWords(packages),
        count: packages - bookable,
      });
    case 'cleaners':
      return cleaners === 0 ? t('Needed') : cleanersInWords(cleaners);
    case 'providers': {
      const missing = [
        providers.mail ? '' : t('e-mail'),
        providers.sms ? '' : t('SMS'),
        providers.payments ? '' : t('cards'),
      ].filter((one) => one !== '');
      return missing.length === 0 ? t('All set up') : missingInWords(missing);
    }
    case 'account': {
      const missing = [
        account.hasOwnPassword ? '' : t('own password'),
        account.email === '' ? t('e-mail address') : '',
      ].filter((one) => one !== '');
      return missing.length === 0 ? t('Safe') : missingInWords(missing);
    }
    default:
      return isDone ? t('Done') : '';
  }
}

function packagesInWords(count: number): string {
  return count === 1 ? t('{{count}} package', { count }) : t('{{count}} packages', { count });
}

function cleanersInWords(count: number): string {
  return count === 1 ? t('{{count}} cleaner', { count }) : t('{{count}} cleaners', { count });
}

function missingInWords(missing: readonly string[]): string {
  return t('Missing: {{list}}', { list: missing.join(t(', ')) });
}

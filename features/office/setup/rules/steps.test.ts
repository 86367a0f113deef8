import { describe, expect, it } from 'vitest';
import { doneSteps, isSetUpNeeded, nextStep, type SetUpFacts, STEPS, type Step } from './steps.ts';

const NOTHING: SetUpFacts = {
  hasName: false,
  hasContact: false,
  gstRegistered: false,
  hasChangedHours: false,
  hasChangedLook: false,
  confirmed: [],
  packages: 0,
  cleaners: 0,
  hasProviders: false,
  hasOwnPassword: false,
  hasOwnEmail: false,
};

describe('a step of the set-up is done', () => {
  it.each([
    ['nothing', {}, []],
    ['a name alone', { hasName: true }, []],
    ['name and contact', { hasName: true, hasContact: true }, ['contact']],
    ['GST answered with no', { confirmed: ['gst'] }, ['gst']],
    ['GST with a number', { gstRegistered: true }, ['gst']],
    ['hours as they are', { confirmed: ['hours'] }, ['hours']],
    ['other hours', { hasChangedHours: true }, ['hours']],
    ['a package', { packages: 1 }, ['services']],
    ['a cleaner', { cleaners: 1 }, ['cleaners']],
    ['this look', { confirmed: ['look'] }, ['look']],
    ['another look', { hasChangedLook: true }, ['look']],
    ['providers', { hasProviders: true }, ['providers']],
    ['a password of their own', { hasOwnPassword: true }, []],
    ['password and e-mail address', { hasOwnPassword: true, hasOwnEmail: true }, ['account']],
  ] as const)('%s', (_name, some, done) => {
    expect(doneSteps({ ...NOTHING, ...some })).toEqual(done);
  });

  it.each([
    [[], true],
    [['services'], true],
    [['cleaners', 'contact'], true],
    [['services', 'cleaners'], false],
  ] as const)('%j: is more needed before anyone can book? %s', (done, needed) => {
    expect(isSetUpNeeded(done)).toBe(needed);
  });

  it.each([
    [[], undefined, 'contact'],
    [['contact'], 'contact', 'gst'],
    [['gst', 'hours'], 'gst', 'services'],
    [['services'], 'account', 'contact'],
    [STEPS, 'look', null],
    [STEPS.filter((step) => step !== 'look'), 'look', null],
  ] as readonly [readonly Step[], Step | undefined, Step | null][])(
    '%j, after %s: %s',
    (done, after, next) => {
      expect(nextStep(done, after)).toBe(next);
    },
  );
});

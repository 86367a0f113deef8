import { expect, it } from 'vitest';
import { type ConsentChannel, consentChanges, consentsOf } from './consents.ts';

type Case = readonly [what: string, given: ConsentChannel[], wanted: object, changes: object];

it.each<Case>([
  ['gives what is ticked', [], { email: true }, { give: ['email'], withdraw: [] }],
  ['leaves absent channels', ['sms'], { email: true }, { give: ['email'], withdraw: [] }],
  ['gives nothing twice', ['email'], { email: true }, { give: [], withdraw: [] }],
  ['withdraws what is unticked', ['email', 'sms'], { email: false }, { give: [], withdraw: ['email'] }],
  ['withdraws nothing that was never given', [], { phone: false }, { give: [], withdraw: [] }],
  ['does both at once', ['phone'], { sms: true, phone: false }, { give: ['sms'], withdraw: ['phone'] }],
  ['treats undefined as absent', ['phone'], { phone: undefined }, { give: [], withdraw: [] }],
])('%s', (_what, given, wanted, changes) => {
  expect(consentChanges(given, wanted)).toEqual(changes);
});

it('includes every channel, false by default', () => {
  expect(consentsOf([])).toEqual({ email: false, sms: false, phone: false });
  expect(consentsOf(['sms'])).toEqual({ email: false, sms: true, phone: false });
});

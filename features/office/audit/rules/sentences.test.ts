import { expect, test } from 'vitest';
import { actionsNamed, groupOf, sentenceOf } from './sentences.ts';

test.each<[string, string, string, [string[], string]]>([
  [
    'package.updated',
    'package',
    'Weekly 3 h',
    [['Price per hour'], 'Changed the price per hour of package Weekly 3 h'],
  ],
  [
    'cleaner.updated',
    'cleaner',
    'Lim Siew Hua',
    [['Mobile', 'Region'], 'Changed the mobile and the region of cleaner Lim Siew Hua'],
  ],
  ['cleaner.updated', 'cleaner', 'Lim Siew Hua', [['A', 'B', 'C'], 'Changed cleaner Lim Siew Hua']],
  ['customer.trashed', 'customer', 'Mei Tan', [[], 'Moved customer Mei Tan to the trash']],
  ['customer.trashed', 'customer', '', [[], 'Moved a customer to the trash']],
  ['address.untrashed', 'address', 'Mei Tan’s home', [[], 'Restored Mei Tan’s home from the trash']],
  ['job.cancelled', 'job', '#1042', [[], 'Cancelled job #1042']],
  ['job.updated', 'job', '#1042', [['Start'], 'Changed the start of job #1042']],
  ['setting.updated', 'setting', 'GST rate', [['GST rate'], 'Changed the setting “GST rate”']],
  ['transaction.refunded', 'transaction', 'receipt 1042', [[], 'Refunded receipt 1042']],
  ['admin.password-changed', 'admin', 'Joanne', [[], 'Changed the password of admin Joanne']],
  ['site.changed', 'site-block', '', [[], 'Published new site content']],
  ['checklist_item.reordered', 'checklist_item', '', [['Order'], 'Changed the order of the checklist items']],
  ['download', 'jobs', '', [['Call'], 'Downloaded the list of jobs']],
  ['application.replied', 'application', '', [[], 'Replied to an application']],
  ['webhook.disabled', 'webhook', 'Shop', [[], 'Turned off webhook Shop because it stopped working']],
  ['dispatch-plan.started', 'dispatch-plan', '', [[], 'Planned a day']],
  ['dispatch-plan.undone', 'dispatch-plan', '', [[], 'Undid a dispatch plan']],
  ['setup.confirmed', 'setup', '', [['Step'], 'Confirmed a step of the set-up']],
  ['test-visit.removed', 'test-visit', '', [[], 'Removed the test visit']],
  ['robot.was-painted', 'robot', 'R2', [[], 'Was painted robot R2']],
])('%s of %s %s', (action, kind, label, [fields, sentence]) => {
  expect(sentenceOf({ action, kind, label, fields })).toBe(sentence);
});

const KNOWN = ['job.cancelled', 'job.paid', 'customer.trashed', 'package.updated', 'admin.totp-reset'];

test.each([
  ['cancel', ['job.cancelled']],
  ['Trash', ['customer.trashed']],
  ['two', ['admin.totp-reset']],
  ['payment', ['job.paid']],
  ['to', []],
  ['zzz', []],
])('%s names %j', (word, actions) => {
  expect(actionsNamed(word, KNOWN)).toEqual(actions);
});

test.each([
  ['cleaner.created', 'added'],
  ['job.photo-added', 'added'],
  ['package.updated', 'changed'],
  ['customer.trashed', 'removed'],
  ['job.cancelled', 'removed'],
  ['job.untrashed', 'restored'],
  ['transaction.created', 'money'],
  ['customer.credits-adjusted', 'money'],
  ['admin.totp-reset', 'access'],
  ['api-key.created', 'access'],
  ['api-key.revoked', 'access'],
  ['webhook.secret-rotated', 'access'],
  ['webhook.created', 'added'],
  ['download', 'downloaded'],
  ['customer.data-downloaded', 'downloaded'],
])('%s is in the group %s', (action, group) => {
  expect(groupOf(action)).toBe(group);
});

import { describe, expect, it } from 'vitest';
import { type Actor, anyone, type Role } from './actor.ts';
import { defineAction, may, openTo, ownIDFor, reachOf } from './policy.ts';

const signedIn = (role: Role, id: string): Actor => ({ role, id, sessionID: 's' });
const boss: Actor = { role: 'admin', id: 'boss', sessionID: 's', officeRole: 'owner' };
const seeVisit = defineAction('see a visit', { admin: 'any', customer: 'customer', cleaner: 'crew' });
const seePrices = defineAction('see prices', { anyone: 'any', customer: 'any' });
const visit = { customer: 'mei', crew: ['siti', 'aminah'] };

describe('may', () => {
  it.each([
    ['the office, any resource', boss, true],
    ['the customer who owns it', signedIn('customer', 'mei'), true],
    ['another customer', signedIn('customer', 'tan'), false],
    ['a cleaner of the crew', signedIn('cleaner', 'aminah'), true],
    ['another cleaner', signedIn('cleaner', 'lim'), false],
    ['a cleaner with the id of the customer', signedIn('cleaner', 'mei'), false],
    ['a signed-out person', anyone, false],
  ])('%s: %s', (_who, actor, allowed) => {
    expect(may(actor, seeVisit, visit)).toBe(allowed);
  });

  it('lets only the office act on a resource without an owner', () => {
    expect(may(signedIn('customer', 'mei'), seeVisit, {})).toBe(false);
    expect(may(signedIn('customer', 'mei'), seeVisit, { customer: null })).toBe(false);
    expect(may(signedIn('customer', 'mei'), seeVisit)).toBe(false);
    expect(may(boss, seeVisit)).toBe(true);
  });

  it('returns how far a permission reaches, for lists', () => {
    expect(reachOf(boss, seeVisit)).toBe('any');
    expect(reachOf(signedIn('cleaner', 'siti'), seeVisit)).toBe('crew');
    expect(reachOf(anyone, seeVisit)).toBeNull();
    expect(ownIDFor(signedIn('customer', 'mei'), seeVisit)).toBe('mei');
    expect(ownIDFor(boss, seeVisit)).toBeNull();
  });

  it.each([
    ['owner', [true, true, true, true, true]],
    ['office', [true, true, true, false, true]],
    ['dispatcher', [true, true, false, false, false]],
    ['accountant', [true, false, false, false, true]],
    ['read-only', [true, false, false, false, true]],
    [undefined, [false, false, false, false, false]],
  ] as const)('gives the role %s the permissions of its groups', (officeRole, allowed) => {
    const admin: Actor = { role: 'admin', id: 'a', sessionID: 's', ...(officeRole && { officeRole }) };
    const groups = ['any', 'dispatchers', 'managers', 'owners', 'moneyReaders'] as const;
    expect(groups.map((group) => may(admin, defineAction('act', { admin: group })))).toEqual(allowed);
    expect(may(admin, defineAction('change one’s own account', { admin: 'account' }), { account: 'a' })).toBe(
      true,
    );
  });

  it('admits signed-out people only if the action says so', () => {
    expect(may(anyone, seePrices)).toBe(true);
    expect(may(signedIn('cleaner', 'siti'), seePrices)).toBe(false);
    expect(openTo(seePrices).who).toEqual(['anyone', 'customer']);
  });
});

import { describe, expect, it } from 'vitest';
import { type Actor, anyone, type Role } from './actor.ts';
import { defineAction, may, openTo, ownIdFor, reachOf } from './policy.ts';

const signedIn = (role: Role, id: string): Actor => ({ role, id, sessionId: 's' });
const seeVisit = defineAction('see a visit', { admin: 'any', customer: 'customer', cleaner: 'crew' });
const seePrices = defineAction('see prices', { anyone: 'any', customer: 'any' });
const visit = { customer: 'mei', crew: ['siti', 'aminah'] };

describe('may', () => {
  it.each([
    ['the office, any resource', signedIn('admin', 'boss'), true],
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
    expect(may(signedIn('admin', 'boss'), seeVisit)).toBe(true);
  });

  it('returns how far a permission reaches, for lists', () => {
    expect(reachOf(signedIn('admin', 'boss'), seeVisit)).toBe('any');
    expect(reachOf(signedIn('cleaner', 'siti'), seeVisit)).toBe('crew');
    expect(reachOf(anyone, seeVisit)).toBeNull();
    expect(ownIdFor(signedIn('customer', 'mei'), seeVisit)).toBe('mei');
    expect(ownIdFor(signedIn('admin', 'boss'), seeVisit)).toBeNull();
  });

  it('admits signed-out people only if the action says so', () => {
    expect(may(anyone, seePrices)).toBe(true);
    expect(may(signedIn('cleaner', 'siti'), seePrices)).toBe(false);
    expect(openTo(seePrices).who).toEqual(['anyone', 'customer']);
  });
});

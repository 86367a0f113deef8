import { describe, expect, test } from 'vitest';
import type { TextStorage } from '#platform/web/session/safe-storage.ts';
import { type Draft, emptyDraft } from './draft.ts';
import { DRAFTS, type DraftStores, findDraft, removeDraft, saveDraft } from './use-draft.ts';

const DAY = 86_400_000;
const now = Date.parse('2026-11-22T09:00:00+08:00');
const draft: Draft = { ...emptyDraft, packageID: 'pack', postal: '310145', hours: 4 };

function storage(): TextStorage & { readonly text: () => string | null } {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    text: () => items.get(DRAFTS) ?? null,
  };
}

const stores = () => ({ tab: storage(), device: storage() });
const save = (given: DraftStores, what: Draft, onDevice = true) =>
  saveDraft(given, 'regular', { draft: what, now, onDevice });

describe('a draft', () => {
  test('a draft is still there after a reload', () => {
    const given = stores();
    save(given, draft);
    expect(findDraft(given, 'regular', now + 1)).toEqual({ draft, savedAt: now, isEarlier: false });
    expect(findDraft(given, 'one-time', now + 1)).toBeNull();
  });

  test('is available in another tab the next day, marked as earlier', () => {
    const given = stores();
    save(given, draft);
    const tomorrow = { ...given, tab: storage() };
    expect(findDraft(tomorrow, 'regular', now + DAY)).toEqual({ draft, savedAt: now, isEarlier: true });
  });

  test('is discarded after a week, and if its date is in the future', () => {
    const given = stores();
    save(given, draft);
    expect(findDraft(given, 'regular', now + 7 * DAY)).toBeNull();
    expect(findDraft(given, 'regular', now - 1)).toBeNull();
  });

  test('of this tab takes precedence over one from another tab', () => {
    const given = stores();
    save(given, draft);
    save({ tab: storage(), device: given.device }, { ...draft, hours: 5 });
    expect(findDraft(given, 'regular', now + 1)?.draft.hours).toBe(4);
    expect(findDraft({ ...given, tab: storage() }, 'regular', now + 1)?.draft.hours).toBe(5);
  });

  test('is reported as not stored if the storage of the tab is full', () => {
    const given = stores();
    expect(save(given, draft)).toBe(true);
    const full = { ...given.tab, setItem: () => undefined };
    expect(save({ ...given, tab: full }, { ...draft, hours: 5 })).toBe(false);
  });

  test('stays in the tab if the customer does not stay signed in', () => {
    const given = stores();
    save(given, draft);
    save(given, draft, false);
    expect(given.device.text()).toBeNull();
    expect(findDraft(given, 'regular', now + 1)?.draft).toEqual(draft);
  });

  test('drops an expired sign-in code', () => {
    const given = stores();
    save(given, { ...draft, code: { mobile: '6591234567', staySignedIn: false, mayResendAt: now } });
    expect(findDraft(given, 'regular', now + 60_000)?.draft.code).not.toBeNull();
    expect(findDraft(given, 'regular', now + 11 * 60_000)?.draft.code).toBeNull();
  });

  test('is removed after booking, without affecting other services', () => {
    const given = stores();
    save(given, draft);
    saveDraft(given, 'one-time', { draft, now, onDevice: true });
    removeDraft(given, 'regular');
    expect([findDraft(given, 'regular', now), findDraft(given, 'one-time', now)?.draft]).toEqual([
      null,
      draft,
    ]);
    removeDraft(given, 'one-time');
    expect([given.tab.text(), given.device.text()]).toEqual([null, null]);
  });

  test.each(['', '{', '7', '{"regular":7}', '{"regular":{"savedAt":"today"}}'])(
    'is empty for invalid data: %j',
    (text) => {
      const given = stores();
      given.tab.setItem(DRAFTS, text);
      expect(findDraft(given, 'regular', now)).toBeNull();
    },
  );
});

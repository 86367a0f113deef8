import { describe, expect, it } from 'vitest';
import { isKind } from '#features/messages/messages/rules/kinds.ts';
import { compose } from '#platform/server/feature.ts';
import { features } from './features.ts';

/** A kind without a template can be queued, but never written: the message would be retried for a day and lost. */
describe('every kind of message that a feature sends', () => {
  const kinds = Object.keys(compose(features).messageKinds ?? {});

  it('is found', () => {
    expect(kinds).toContain('gift-sent');
  });

  it('has templates', () => {
    expect(kinds.filter((kind) => !isKind(kind))).toEqual([]);
  });
});

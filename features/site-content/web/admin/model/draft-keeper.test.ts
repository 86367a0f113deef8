import { describe, expect, it } from 'vitest';
import { DraftKeeper, type DraftState, PAUSE_MS, type Seen } from './draft-keeper.ts';
import type { Values } from './field-spec.ts';

const SHOWN = { title: 'As on the site' };

/** A keeper over a form and a server that a test holds in its hands. */
function keeping(start: { kept?: { content: Values; at: string }; seen?: Seen } = {}) {
  let form: Values | null = start.kept?.content ?? SHOWN;
  let timers: { run: () => void; ms: number }[] = [];
  let answer: (() => Promise<{ revision: string; at: string }>) | null = null;
  const sent: { content: Values; seen: Seen }[] = [];
  const states: DraftState[] = [];
  const keeper = new DraftKeeper({
    seen: start.seen ?? { version: 3, revision: null },
    shown: SHOWN,
    kept: start.kept ?? null,
    read: () => form,
    send: (content, seen) => {
      sent.push({ content, seen });
      const reply = { revision: `r${sent.length}`, at: `at ${sent.length}` };
      return answer ? answer() : Promise.resolve(reply);
    },
    isConflict: (error) => error instanceof Error && error.message === 'conflict',
    onState: (state) => states.push(state),
    later: (run, ms) => {
      const timer = { run, ms };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
  });
  return {
    keeper,
    sent,
    state: () => states.at(-1),
    waits: () => timers.map(({ ms }) => ms),
    type: (content: Values | null) => {
      form = content;
      keeper.changed();
    },
    answers: (next: typeof answer) => {
      answer = next;
    },
  };
}

describe('a draft', () => {
  it('is kept when typing pauses, once for all that was typed', async () => {
    const { type, sent, waits, keeper, state } = keeping();
    expect(state()).toEqual({ kind: 'same' });
    type({ title: 'A' });
    type({ title: 'AB' });
    expect([sent.length, waits()]).toEqual([0, [PAUSE_MS]]);
    await keeper.flush();
    expect(sent).toEqual([{ content: { title: 'AB' }, seen: { version: 3, revision: null } }]);
    expect(state()).toEqual({ kind: 'kept', at: 'at 1' });
    type({ title: 'ABC' });
    await keeper.flush();
    expect(sent[1]?.seen).toEqual({ version: 3, revision: 'r1' });
    await keeper.flush();
    expect(sent).toHaveLength(2);
  });

  it('that is typed back to what the site says counts as none', async () => {
    const { type, keeper, state, sent } = keeping({ kept: { content: { title: 'B' }, at: 'noon' } });
    expect(state()).toEqual({ kind: 'kept', at: 'noon' });
    type(SHOWN);
    await keeper.flush();
    expect([state(), sent.length]).toEqual([{ kind: 'same' }, 1]);
  });

  it('goes one request at a time, the newest text last', async () => {
    const { type, keeper, answers, sent } = keeping();
    const { promise, resolve } = Promise.withResolvers<{ revision: string; at: string }>();
    answers(() => promise);
    type({ title: 'A' });
    const first = keeper.flush();
    type({ title: 'AB' });
    const second = keeper.flush();
    expect(sent).toHaveLength(1);
    answers(null);
    resolve({ revision: 'r1', at: 'now' });
    await Promise.all([first, second]);
    expect(sent.map(({ content }) => content.title)).toEqual(['A', 'AB']);
  });

  it('waits while something in it cannot be sent', async () => {
    const { type, keeper, sent, state, waits } = keeping();
    type({ title: 'A' });
    type(null);
    expect([state(), waits()]).toEqual([{ kind: 'invalid' }, []]);
    await keeper.flush();
    expect(sent).toEqual([]);
    type({ title: 'B' });
    await keeper.flush();
    expect(state()).toMatchObject({ kind: 'kept' });
  });

  it('is sent again after a failure', async () => {
    const { type, keeper, answers, state, waits } = keeping();
    answers(() => Promise.reject(new Error('No signal.')));
    type({ title: 'A' });
    await keeper.flush();
    expect(state()).toEqual({ kind: 'failed', message: 'No signal.' });
    expect(waits()).toHaveLength(1);
    answers(null);
    await keeper.flush();
    expect(state()).toMatchObject({ kind: 'kept' });
  });

  it('stands still once somebody else was faster, until one is chosen', async () => {
    const { type, keeper, answers, state, sent } = keeping();
    answers(() => Promise.reject(new Error('conflict')));
    type({ title: 'Mine' });
    await keeper.flush();
    expect(state()).toEqual({ kind: 'conflict' });
    answers(null);
    type({ title: 'Mine too' });
    await keeper.flush();
    expect(sent).toHaveLength(1);
    await keeper.accept({ version: 4, revision: 'theirs' }, { title: 'Theirs' });
    expect(sent[1]).toEqual({
      content: { title: 'Mine too' },
      seen: { version: 4, revision: 'theirs' },
    });
    expect(state()).toMatchObject({ kind: 'kept' });
  });

  it('is not kept while it is published, and what is typed meanwhile is kept after', async () => {
    const { type, keeper, sent, state } = keeping();
    type({ title: 'A' });
    keeper.pause(true);
    await keeper.flush();
    expect(sent).toEqual([]);
    keeper.published(4, { title: 'A' });
    expect(state()).toEqual({ kind: 'same' });
    type({ title: 'AB' });
    keeper.pause(false);
    await keeper.flush();
    expect(sent).toEqual([{ content: { title: 'AB' }, seen: { version: 4, revision: null } }]);
  });
});

import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { callApi } from '#platform/web/api/api.ts';
import { ApiError } from '#platform/web/api/api-error.ts';
import { keyOf } from '#platform/web/api/queries.ts';
import { useSession } from '#platform/web/session/session.ts';
import type { BlockName } from '../../../contract/blocks.ts';
import { type BlockState, readBlocks } from '../../../contract/overview.ts';
import { readSite } from '../../../contract/site.ts';
import { type ContentForm, showServerErrors, useContentForm, wrongIn } from '../form/use-content-form.ts';
import { BLOCK_SPECS } from '../model/block-specs.ts';
import { callsOf } from '../model/calls-of.ts';
import { DraftKeeper, type DraftState } from '../model/draft-keeper.ts';
import type { Fields, Values } from '../model/field-spec.ts';
import { toContent, toForm } from '../model/paired.ts';

/** Where the work on a block begins. */
export interface WorkStart {
  readonly state: BlockState;
  /** In place of the draft: what somebody typed here before, and is kept at once. */
  readonly mine?: Values;
}

/** The form over a block, its draft that keeps itself, and publishing. */
export function useBlockWork({ state: block, mine }: WorkStart) {
  const { name } = block;
  const { fields } = BLOCK_SPECS[name];
  const schema = callsOf(name).content;
  const [begun] = useState(() => mine ?? block.draft?.content ?? block.content);
  const [shown, setShown] = useState(() => toForm(fields, block.content));
  const form = useContentForm({ fields, schema, begun });
  const [draft, setDraft] = useState<DraftState>({ kind: 'same' });
  const [theirs, setTheirs] = useState<BlockState | null>(null);
  const cache = useBlockCache(name);
  const read = () => {
    const content = toContent(fields, form.getValues());
    return wrongIn(schema, content).length === 0 ? content : null;
  };
  const keeper = useKeeper({ block, fields, read, form, cache, setDraft, setTheirs });

  const publishing = usePublishing({ block, fields, read, form, keeper, cache });
  const publish = async () => {
    const done = await publishing.publish();
    if (done === 'conflict') setTheirs(await cache.read());
    if (typeof done !== 'object') return false;
    setShown(toForm(fields, done));
    return true;
  };

  return {
    form,
    fields,
    shown,
    draft,
    problem: publishing.problem,
    cache,
    /** What somebody else kept or published meanwhile. */
    theirs,
    publish,
    content: () => toContent(fields, form.getValues()),
    flush: () => keeper.current?.flush(),
    /** False where somebody else has kept or published something since; then it is shown. */
    isAlone: async () => {
      const now = await cache.read();
      const seen = keeper.current?.seen;
      const isAlone =
        now === null || (now.version === seen?.version && (now.draft?.revision ?? null) === seen.revision);
      if (!isAlone) setTheirs(now);
      return isAlone;
    },
    keepMine: async () => {
      if (theirs === null) return;
      const { version, draft: their, content } = theirs;
      setTheirs(null);
      setShown(toForm(fields, content));
      await keeper.current?.accept({ version, revision: their?.revision ?? null }, content);
    },
  };
}

export type BlockWork = ReturnType<typeof useBlockWork>;

interface WorkOf {
  readonly block: BlockState;
  readonly fields: Fields;
  /** What can be sent; null while something cannot. */
  read(): Values | null;
  readonly form: ContentForm;
  readonly cache: ReturnType<typeof useBlockCache>;
}

interface Publishing extends WorkOf {
  readonly keeper: RefObject<DraftKeeper | null>;
}

/** Puts what stands in the form on the site, unless somebody else was faster. */
function usePublishing({ block, fields, read, form, keeper, cache }: Publishing) {
  const [problem, setProblem] = useState<string | null>(null);
  const calls = callsOf(block.name);

  /** What is on the site now, or why it is not. */
  async function publish(): Promise<Values | 'conflict' | 'refused'> {
    setProblem(null);
    if (!(await form.trigger(undefined, { shouldFocus: true }))) return 'refused';
    const kept = await keeper.current?.flush();
    const content = read();
    if (kept === undefined || kept.kind === 'conflict' || content === null) return 'refused';
    const seen = keeper.current?.seen;
    keeper.current?.pause(true);
    try {
      const reply = await callApi(calls.save, { body: { ...content, ...seen } as never });
      keeper.current?.published(reply.version, content);
      cache.published(reply.version, reply.updatedAt, content);
      return content;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (isConflict(error)) return 'conflict';
      const beside = error instanceof ApiError && showServerErrors(form, fields, error);
      if (!beside) setProblem(error.message);
      return 'refused';
    } finally {
      keeper.current?.pause(false);
    }
  }
  return { publish, problem };
}

interface KeeperOf extends WorkOf {
  setDraft(state: DraftState): void;
  setTheirs(theirs: BlockState | null): void;
}

/** Follows what is typed for as long as the form is drawn; what is typed last is kept when one leaves. */
function useKeeper(of: KeeperOf) {
  const keeper = useRef<DraftKeeper | null>(null);
  const begin = useRef(of);
  useEffect(() => {
    const { block, fields, read, form, setDraft, cache, setTheirs } = begin.current;
    const { name, version, draft, content } = block;
    const normal = (given: Values) => toContent(fields, toForm(fields, given));
    let isGone = false;
    const mine = new DraftKeeper({
      seen: { version: draft?.version ?? version, revision: draft?.revision ?? null },
      shown: normal(content),
      kept: draft && { content: normal(draft.content), at: draft.savedAt },
      read,
      send: async (sent, seen) => {
        const body = { ...sent, ...seen } as never;
        const { revision, savedAt } = await callApi(callsOf(name).saveDraft, { body });
        if (revision === null || savedAt === null) throw new Error('The draft was not kept.');
        cache.kept({ content: sent, revision, savedAt, version: seen.version });
        return { revision, at: savedAt };
      },
      isConflict,
      onState: (state) => {
        if (isGone) return;
        setDraft(state);
        if (state.kind === 'conflict') void cache.read().then(setTheirs);
      },
      later: (run, ms) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
    });
    keeper.current = mine;
    const stop = form.subscribe({ formState: { values: true }, callback: () => mine.changed() });
    mine.changed();
    return () => {
      isGone = true;
      stop();
      void mine.flush().finally(() => mine.stop());
    };
  }, []);
  return keeper;
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'content_changed';
}

/** What the office has read of a block, kept true after each of its own changes. */
function useBlockCache(name: BlockName) {
  const client = useQueryClient();
  const { id, fullname } = useSession();
  const by = id === null || fullname === null ? null : { id, fullname };
  const queryKey = [...keyOf(readBlocks), {}];
  type Reply = { readonly blocks: readonly BlockState[] };
  const change = (next: (block: BlockState) => BlockState) =>
    client.setQueryData<Reply>(
      queryKey,
      (reply) => reply && { blocks: reply.blocks.map((each) => (each.name === name ? next(each) : each)) },
    );
  const refreshSite = () => {
    void client.invalidateQueries({ queryKey: keyOf(readSite) });
    void client.invalidateQueries({ queryKey: keyOf(callsOf(name).versions) });
  };
  return {
    kept: (draft: Omit<NonNullable<BlockState['draft']>, 'by'>) =>
      change((block) => ({ ...block, draft: { ...draft, by } })),
    published: (version: number, updatedAt: string | null, content: Values) => {
      change((block) => ({ ...block, version, updatedAt, content: { ...content }, by, draft: null }));
      refreshSite();
    },
    refreshSite,
    /** As it stands now. */
    read: async (): Promise<BlockState | null> => {
      const reply = await callApi(readBlocks);
      client.setQueryData(queryKey, reply);
      return reply.blocks.find((block) => block.name === name) ?? null;
    },
  };
}

import { z } from 'zod';
import { type Action, openTo } from '../kernel/policy.ts';
import { defineCall } from './call.ts';
import type { ErrorTable } from './errors.ts';
import { idParams, wireMoment } from './schemas.ts';

/** How a reply says whether a thing is in the trash: SPEC.md's 0 and 1. */
export const trashed = z.literal([0, 1]);

/** What the reply of every record says besides its own fields; the server fills it in by `marksOf`. */
export const recordMarks = { trash: trashed, createdAt: wireMoment, updatedAt: wireMoment };

interface TrashableThing<
  P extends string,
  A extends Action,
  R extends z.ZodType,
  TrashErrors extends ErrorTable,
  UntrashErrors extends ErrorTable,
> {
  /** The collection: `/cleaners`. */
  readonly path: P;
  /** For the documentation: `a cleaner`. */
  readonly thing: string;
  /** For the documentation, what goes into the trash along with it: `their sessions end at once`. */
  readonly along?: string;
  /** Who may do it, to which things. */
  readonly action: A;
  readonly reply: R;
  /** Why a thing may have to stay. */
  readonly errors?: TrashErrors;
  /** Why a thing may have to stay in the trash. */
  readonly untrashErrors?: UntrashErrors;
}

/** The two calls that put a thing into the trash and take it out again. Both reply with the thing. */
export function trashCalls<
  P extends string,
  const A extends Action,
  R extends z.ZodType,
  const TrashErrors extends ErrorTable = Record<never, never>,
  const UntrashErrors extends ErrorTable = Record<never, never>,
>(of: TrashableThing<P, A, R, TrashErrors, UntrashErrors>) {
  return {
    trash: defineCall({
      method: 'POST',
      path: `${of.path}/:id/trash`,
      ...openTo(of.action),
      summary: `Puts ${of.thing} into the trash${of.along === undefined ? '' : `: ${of.along}`}`,
      params: idParams,
      reply: of.reply,
      errors: (of.errors ?? {}) as TrashErrors,
    }),
    untrash: defineCall({
      method: 'POST',
      path: `${of.path}/:id/untrash`,
      ...openTo(of.action),
      summary: `Takes ${of.thing} out of the trash`,
      params: idParams,
      reply: of.reply,
      errors: (of.untrashErrors ?? {}) as UntrashErrors,
    }),
  };
}

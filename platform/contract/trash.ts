import { z } from 'zod';
import { type Action, openTo } from '../kernel/policy.ts';
import { defineCall } from './call.ts';
import type { ErrorTable } from './errors.ts';
import { idParams, wireMoment } from './schemas.ts';

/** Whether a resource is in the trash: 1, otherwise 0. */
export const trashed = z.literal([0, 1]);

/** Common fields of every record's reply; `marksOf` on the server fills them in. */
export const recordMarks = { trash: trashed, createdAt: wireMoment, updatedAt: wireMoment };

interface TrashableThing<
  P extends string,
  A extends Action,
  R extends z.ZodType,
  TrashErrors extends ErrorTable,
  UntrashErrors extends ErrorTable,
> {
  /** The collection: `/cleaners` */
  readonly path: P;
  /** For the documentation: `a cleaner`. */
  readonly thing: string;
  /** Side effects of trashing it, for the documentation: `their sessions end at once`. */
  readonly along?: string;
  /** The permission required. */
  readonly action: A;
  readonly reply: R;
  /** Why a resource may not be trashed. */
  readonly errors?: TrashErrors;
  /** Why a resource may not be restored. */
  readonly untrashErrors?: UntrashErrors;
}

/** The two routes that move a resource to the trash and restore it. Both reply with the resource. */
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

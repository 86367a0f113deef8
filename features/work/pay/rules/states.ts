export const SHEET_STATUSES = ['draft', 'approved', 'locked'] as const;
export type SheetStatus = (typeof SHEET_STATUSES)[number];

export const SHEET_ACTIONS = ['approved', 'reopened', 'locked'] as const;
export type SheetAction = (typeof SHEET_ACTIONS)[number];

/** Why a sheet cannot be approved, or changed by hand; null if it can: only a draft. */
export function whyNotChangeable(status: SheetStatus): 'not_draft' | 'sheet_locked' | null {
  if (status === 'draft') return null;
  return status === 'locked' ? 'sheet_locked' : 'not_draft';
}

/** Why a sheet cannot be reopened or locked; null if it can. Locked is final: corrections go into a later month. */
export function whyNotDecidable(status: SheetStatus): 'not_approved' | 'sheet_locked' | null {
  if (status === 'approved') return null;
  return status === 'locked' ? 'sheet_locked' : 'not_approved';
}

/** The state after an action. */
export function statusAfter(action: SheetAction): SheetStatus {
  return action === 'reopened' ? 'draft' : action;
}

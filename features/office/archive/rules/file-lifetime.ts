/** The file of an export can be downloaded for a day. */
export const KEPT_HOURS = 24;

/** The process that writes an export says once a second that it is alive; silent for this long (s), it was killed. */
export const SILENT_AFTER_S = 60;

export const FAILURES = {
  stopped: 'Kemas was stopped while it was exporting. Start again.',
  other: 'The database or the file storage failed while Kemas was exporting. Start again.',
} as const;

/** `#2496`, `2496`, `Job 2496`. Nine digits fit into the column, an integer. */
const JOB_NUMBER = /^(?:job)?\s*#?\s*([1-9]\d{0,8})$/i;

/** The job's number, if a search consists of one; otherwise null. */
export function jobNumberIn(q: string | undefined): number | null {
  const digits = JOB_NUMBER.exec((q ?? '').normalize('NFKC').trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

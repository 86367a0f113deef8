/** `1042`, `Receipt 1042`, `Receipt no. 1042`. */
const RECEIPT_NUMBER = /^(?:receipt|invoice)?\s*(?:no\.?)?\s*([1-9]\d{0,8})$/i;

/** The receipt's number, if a search consists of one; otherwise null. */
export function receiptNumberIn(q: string): number | null {
  const digits = RECEIPT_NUMBER.exec(q.normalize('NFKC').trim())?.[1];
  return digits === undefined ? null : Number(digits);
}

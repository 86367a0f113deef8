/** Invisible characters: formatting, zero-width and filler characters, and the blank Braille pattern. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const VISIBLE = /[^\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u;
const VISIBLE_LETTER = /(?!\p{Default_Ignorable_Code_Point})\p{L}/u;

/**
 * Formatting that changes how the surrounding text reads: direction marks and overrides, zero-width spaces and soft
 * hyphens. The zero-width joiners are kept, because Indic and Persian names and emoji need them.
 */
const HIDDEN_FORMATTING = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** Normalises free text for storage: NFC, without hidden formatting. Text without visible characters becomes empty. */
export function storedText(typed: string): string {
  const text = typed.normalize('NFC').replace(HIDDEN_FORMATTING, '');
  return VISIBLE.test(text) ? text : '';
}

/** Whether a name contains a visible letter, in any script. */
export function hasVisibleLetter(name: string): boolean {
  return VISIBLE_LETTER.test(name);
}

/** `Code: `, `Promo code：`. */
const LABEL = /^[\s\p{Ps}\p{Pi}"']*\p{L}[\p{L}\s]*:/u;
const SEPARATORS = /[\s\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\u2212"'.,;:!]/gu;

/** A code as people paste or type it, without its label, spaces, dashes, quotation marks and invisible characters. */
export function plainCode(typed: string): string {
  const text = typed.normalize('NFKC').replace(INVISIBLE, '');
  return text.replace(LABEL, '').replace(SEPARATORS, '');
}

/** `310145.0`: a whole number as spreadsheets write it. */
const WHOLE = /^(\D*\d+)[.,]0{1,2}$/;
/** `9123.5`: one or two digits behind a point or comma are a fraction, not a group of digits. */
const FRACTION = /^\D*\d+[.,]\d{1,2}$/;

/**
 * The same for a number: letters before it (`S310145`, `Tel 8123 4567`) count as a label too. A leading `+` is kept. A
 * decimal point is no separator: `310145.0` is 310145, and a fraction keeps its point, so that it is no whole number.
 */
export function plainNumber(typed: string): string {
  const text = typed.normalize('NFKC').replace(INVISIBLE, '').trim().replace(WHOLE, '$1');
  if (FRACTION.test(text)) return text;
  return plainCode(text).replace(/^\p{L}+(?=[+\d])/u, '');
}

/** An e-mail address in lower case, without invisible characters, with an internationalised domain in its ASCII form. */
export function plainEmail(typed: string): string {
  const address = typed.normalize('NFKC').replace(INVISIBLE, '').trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at < 0 || !/^(?=.*\P{ASCII})[\p{L}\p{M}\p{N}.。-]+$/u.test(domain)) return address;
  const url = URL.parse(`http://${domain}`);
  return url === null ? address : `${address.slice(0, at)}@${url.hostname}`;
}

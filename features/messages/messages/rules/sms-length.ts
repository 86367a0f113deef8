/** How an SMS is billed. */
export interface SmsLength {
  /** GSM-7, or UCS-2 for any letter, which halves the capacity. */
  readonly alphabet: 'GSM-7' | 'UCS-2';
  /** As the gateway counts: some GSM-7 letters count twice. */
  readonly characters: number;
  readonly parts: number;
}

/** The GSM 03.38 alphabet, and its extension letters that need an escape. */
const GSM_7 = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const ESCAPED = new Set('\f^{}\\[~]|€');

/** Letters in a single message, and in each part of several. Source: 3GPP TS 23.038 and 23.040. */
const ROOM = { 'GSM-7': { one: 160, each: 153 }, 'UCS-2': { one: 70, each: 67 } } as const;

/** The length of an SMS. A letter outside the BMP (an emoji) counts twice in UCS-2. */
export function smsLength(text: string): SmsLength {
  const letters = [...text];
  const isPlain = letters.every((letter) => GSM_7.has(letter) || ESCAPED.has(letter));
  const alphabet = isPlain ? 'GSM-7' : 'UCS-2';
  const sizes = letters.map((letter) => {
    if (!isPlain) return letter.length;
    return ESCAPED.has(letter) ? 2 : 1;
  });
  const characters = sizes.reduce((sum, size) => sum + size, 0);
  const { one, each } = ROOM[alphabet];
  return { alphabet, characters, parts: characters <= one ? 1 : partsOf(sizes, each) };
}

/** A letter that counts twice is never split. */
function partsOf(sizes: readonly number[], each: number): number {
  let parts = 1;
  let used = 0;
  for (const size of sizes) {
    if (used + size > each) {
      parts += 1;
      used = 0;
    }
    used += size;
  }
  return parts;
}

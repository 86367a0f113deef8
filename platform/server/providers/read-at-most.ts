/**
 * Reads the text of an external response.
 * @throws RangeError when it is longer than `most` bytes: the rest is not read
 */
export async function readAtMost(response: Response, most: number): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.byteLength;
    if (length > most) throw new RangeError(`The reply is longer than ${most} bytes.`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

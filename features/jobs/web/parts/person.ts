/** One or two letters for a person's tile: LS, or 林. */
export function initialsOf(firstname: string, lastname = ''): string {
  const [first = ''] = Array.from(firstname.trim());
  if (/\p{Script=Han}/u.test(first)) return first;
  const words = `${firstname} ${lastname}`.trim().split(/\s+/);
  const [last = ''] = words.length > 1 ? Array.from(words.at(-1) ?? '') : [];
  return (first + last).toUpperCase();
}

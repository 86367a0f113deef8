const LOCAL_NAMES = /^(?:localhost|.+\.(?:localhost|local|internal|home\.arpa))$/;

/**
 * Why events cannot be sent to an address; null if they can. What a name resolves to is checked whenever something is sent.
 * @param isPublic required in production: https, and a host on the internet
 */
export function whyNotAddress(written: string, isPublic: boolean): string | null {
  const url = URL.parse(written);
  if (url === null || !['http:', 'https:'].includes(url.protocol))
    return 'Enter an address like https://example.com/kemas.';
  if (url.username !== '' || url.password !== '')
    return 'Leave out the name and password: every event is signed instead.';
  if (url.hash !== '') return 'Leave out the part after #.';
  if (!isPublic) return null;
  if (url.protocol !== 'https:') return 'Use https, so that nobody can read or change the events.';
  if (LOCAL_NAMES.test(url.hostname)) return 'Use a host that can be reached on the internet.';
  return null;
}

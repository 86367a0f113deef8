/** The usual start time of a package, `09:00`; null if the office's text contains none. */
export function usualStartOf({ startTime }: { readonly startTime: string }): string | null {
  const [, hour = '', minute = '00', half] =
    /^(\d{1,2})(?:[:.](\d\d))? ?(am|pm)?$/i.exec(startTime.trim()) ?? [];
  const isTwelve = half !== undefined;
  const [least, most] = isTwelve ? [1, 12] : [0, 23];
  if (hour === '' || Number(hour) < least || Number(hour) > most || Number(minute) > 59) return null;
  const afternoon = half?.toLowerCase() === 'pm' ? 12 : 0;
  const hours = isTwelve ? (Number(hour) % 12) + afternoon : Number(hour);
  return `${String(hours).padStart(2, '0')}:${minute}`;
}

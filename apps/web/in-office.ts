/** True where the office works, its sign-in too: it speaks English until it is translated. */
export function isInOffice(pathname: string): boolean {
  return pathname === '/admin' || pathname.startsWith('/admin/');
}

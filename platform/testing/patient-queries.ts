/** `findBy…` and `waitFor` time out after a second by default, which is too short for a page on a busy machine. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 30_000 });
}

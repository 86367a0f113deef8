/** `findBy…` and `waitFor` give up after a second by default, which a busy machine may need for a page. */
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 120_000 });
}

// Loaded in the page's head, so that the chosen colour scheme is set before the first paint. Without a choice the style
// sheet follows the system. The storage key and the attribute are those of platform/web/design/colour-scheme.ts.
try {
  const chosen = localStorage.getItem('kemas-colour-scheme');
  if (chosen === 'light' || chosen === 'dark')
    document.documentElement.setAttribute('data-mantine-color-scheme', chosen);
} catch {
  // Storage is not accessible: the system's scheme applies.
}

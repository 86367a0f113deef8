// Loaded in the page's head, before the first paint: shows the colour scheme that was chosen in this browser.
// Without a choice the style sheet follows the system. The key and the attribute are platform/web/design/colour-scheme.ts's.
try {
  const chosen = localStorage.getItem('kemas-colour-scheme');
  if (chosen === 'light' || chosen === 'dark')
    document.documentElement.setAttribute('data-mantine-color-scheme', chosen);
} catch {
  // Storage is closed to us: the system's scheme stands.
}

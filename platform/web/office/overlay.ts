/** Menus and pop-ups of the office: drawn above all, and still inside the page's main landmark. */
export const overlay = { shadow: 'md', withinPortal: true, portalProps: { target: '#main' } } as const;

/** A menu besides holds nothing but its items, for those who hear it. */
export const menuOverlay = { ...overlay, withInitialFocusPlaceholder: false } as const;

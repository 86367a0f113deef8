/** The office's menus and pop-ups: above everything, but inside the page's main landmark. */
export const overlay = { shadow: 'md', withinPortal: true, portalProps: { target: '#main' } } as const;

/** A menu may contain only its items, for screen readers. */
export const menuOverlay = { ...overlay, withInitialFocusPlaceholder: false } as const;

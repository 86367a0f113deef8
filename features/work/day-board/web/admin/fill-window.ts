/** The board ends at the foot of the window, whatever is above it. */
export function fillWindow(page: HTMLElement | null): void {
  const top = (page?.getBoundingClientRect().top ?? 0) + window.scrollY;
  page?.style.setProperty('--above', `${top}px`);
}

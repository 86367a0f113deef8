/** What a test file has opened and not closed yet, the oldest first. */
const open = new Set<() => Promise<void>>();

/** Closes it after the tests of the file, unless the function that this returns has closed it before. */
export function closeAfterTests(close: () => Promise<void>): () => Promise<void> {
  const closeOnce = async () => {
    if (open.delete(closeOnce)) await close();
  };
  open.add(closeOnce);
  return closeOnce;
}

/** The newest first: an app before its database. */
export async function closeAll(): Promise<void> {
  for (const close of [...open].reverse()) await close();
}

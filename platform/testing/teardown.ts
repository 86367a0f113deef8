/** Close functions of what a test file has opened, oldest first. */
const open = new Set<() => Promise<void>>();

/** Closes it after the tests of the file, unless the returned function has closed it before. */
export function closeAfterTests(close: () => Promise<void>): () => Promise<void> {
  const closeOnce = async () => {
    if (open.delete(closeOnce)) await close();
  };
  open.add(closeOnce);
  return closeOnce;
}

/** Newest first: an app before its database. */
export async function closeAll(): Promise<void> {
  for (const close of [...open].reverse()) await close();
}

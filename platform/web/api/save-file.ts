/** Saves a file on the person's machine. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address in a later task; a second is far more than it needs.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

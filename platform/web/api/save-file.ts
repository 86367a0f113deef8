export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the URL in a later task; a second is more than enough.
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

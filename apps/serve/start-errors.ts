import { commandLine, OPTIONS_ARE_IN } from './command-line.ts';

interface PortError {
  readonly port?: number;
  readonly address?: string;
  /** The setting that the port is from. */
  readonly setting?: string;
}

/** The sentence for a startup error: what is wrong and what to do; unknown errors in full. */
export function startErrorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, address, setting = 'PORT' } = error as NodeJS.ErrnoException & PortError;
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Choose another one: ${setting}=${Number(port) + 1} ${commandLine('start')}`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `This account may not listen on port ${port}. Choose one above 1023: ${setting}=3000 ${commandLine('start')}`;
  }
  if (code === 'ENOSPC')
    return `There is no space left on the disk (${error.message}). Make room, then run the same command again.`;
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${error.message.split('. ')[0]}.\n${OPTIONS_ARE_IN}`;
  if (code === 'EADDRNOTAVAIL') return `This machine does not have the address ${address}. Change HOST.`;
  // Our own sentences are plain Errors; anything else is a bug, for which the stack helps.
  return error.constructor === Error ? error.message : (error.stack ?? error.message);
}

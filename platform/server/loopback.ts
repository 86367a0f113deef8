const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/;

/** Whether a host is this machine. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

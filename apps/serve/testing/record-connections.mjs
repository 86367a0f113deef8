/** Preloaded by `NODE_OPTIONS`: writes the host or path of every connection that the process opens to a file. */
import { appendFileSync } from 'node:fs';
import { Socket } from 'node:net';

const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  // As `connect(options)`, `connect(port, host)`, or already normalised by net.connect as `connect([options])`.
  const [first] = Array.isArray(args[0]) ? args[0] : args;
  const { host = args[1], path } = typeof first === 'object' ? first : {};
  appendFileSync(process.env.CONNECTIONS_FILE, `${path ?? host ?? 'localhost'}\n`);
  return connect.apply(this, args);
};

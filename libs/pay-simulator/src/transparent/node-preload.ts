import { Socket } from 'node:net';
import { SERVICE_DOMAIN } from './service-hosts.js';

// `pay-simulator run` loads this file into Node.js processes. In Node.js 20, neither `fetch` nor `node:https` uses a proxy. The
// simulator's port also accepts TLS, so a connection to the service only needs another address.

const { PAY_SIMULATOR_PROXY } = process.env;

interface Target {
  readonly host?: string;
  readonly port?: number | string;
}

type Connect = (this: Socket, ...args: unknown[]) => Socket;

/** Returns whether a connection goes to the service. */
function isService(target: Target): boolean {
  const name = (target.host ?? '').toLowerCase();
  return Number(target.port) === 443 && (name === SERVICE_DOMAIN || name.endsWith(`.${SERVICE_DOMAIN}`));
}

if (PAY_SIMULATOR_PROXY !== undefined && URL.canParse(PAY_SIMULATOR_PROXY)) {
  const { hostname, port } = new URL(PAY_SIMULATOR_PROXY);
  const host = hostname.replace(/^\[|\]$/g, '');
  const prototype = Socket.prototype as unknown as { connect: Connect };
  const { connect } = prototype;
  prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
    // `net.connect` passes its options and its callback as a list.
    const [options, callback] = (Array.isArray(args[0]) ? args[0] : args) as [
      Target | string | number | null,
      unknown,
    ];
    if (typeof options !== 'object' || options === null || !isService(options))
      return Reflect.apply(connect, this, args);
    return Reflect.apply(connect, this, [{ ...options, host, port: Number(port) }, callback]);
  };
}

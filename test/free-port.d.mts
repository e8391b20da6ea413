/** Returns a port of a host that nothing listens on. */
export function freePort(host?: string): Promise<number>;

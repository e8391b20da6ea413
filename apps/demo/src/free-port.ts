import { createServer } from 'node:net';

/**
 * Makes sure that a port can be used.
 *
 * @throws Error with one sentence that says what to do when something else uses it.
 */
export function requireFreePort(port: number, variable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      const fix = port < 65_535 ? port + 1 : port - 1;
      reject(
        taken
          ? new Error(
              `Port ${port} is taken: stop what uses it, or choose another with ${variable}=${fix} npm start.`,
            )
          : error,
      );
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });
}

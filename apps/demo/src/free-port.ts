import { createServer } from 'node:net';

/** Checks that a port is free. @throws Error with the fix if another program uses the port. */
export function requireFreePort(port: number, variable: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      const fix = port < 65_535 ? port + 1 : port - 1;
      reject(
        taken
          ? new Error(
              `Port ${port} is in use: stop the program that uses it, or choose another port with ${variable}=${fix} npm start.`,
            )
          : error,
      );
    });
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });
}

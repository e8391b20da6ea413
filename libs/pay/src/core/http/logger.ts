/** Logs a client's failures, one line each. Nest's `Logger` and `console` can be used. */
export interface PayLogger {
  /** Logs one line about a failed call. The line contains no secrets. */
  error(line: string): void;
}

export const consoleLogger: PayLogger = {
  error(line) {
    process.stderr.write(`${line}\n`);
  },
};

/** Where a client writes its failures, one line each. Nest's `Logger` and `console` fit. */
export interface PayLogger {
  /** Writes one line about a call that failed; it holds no secret. */
  error(line: string): void;
}

export const consoleLogger: PayLogger = {
  error(line) {
    process.stderr.write(`${line}\n`);
  },
};

/** The options of PayModule are invalid. Thrown at boot; the message lists every problem. */
export class PayOptionsError extends Error {
  override readonly name = 'PayOptionsError';

  /** Each problem, as in the message. */
  readonly problems!: readonly string[];

  /** @param account - Name of the PayModule; null if it has none. */
  constructor(problems: readonly string[], account: string | null = null) {
    const which = account === null ? '' : ` '${account}'`;
    super(`PayModule${which} cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    // Nest prints the enumerable members of an error below its message, which contains the problems already.
    Object.defineProperty(this, 'problems', { value: problems, enumerable: false });
  }
}

/** The application's modules are wired incorrectly. Thrown at boot; the message contains the fix. */
export class PayWiringError extends Error {
  override readonly name = 'PayWiringError';
}

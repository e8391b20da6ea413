/** PayModule was given wrong options. Thrown at boot; the message names every problem. */
export class PayOptionsError extends Error {
  override readonly name = 'PayOptionsError';

  /** @param account the name of the PayModule, null where it has none. */
  constructor(
    readonly problems: readonly string[],
    account: string | null = null,
  ) {
    const which = account === null ? '' : ` '${account}'`;
    super(`PayModule${which} cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/** The application is wired so that payments or webhooks could not work. Thrown at boot; the message says the fix. */
export class PayWiringError extends Error {
  override readonly name = 'PayWiringError';
}

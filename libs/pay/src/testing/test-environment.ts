/** Environment variables of an application under test. They belong to the process, so one application has them at a time. */
export class TestEnvironment {
  static #current: TestEnvironment | null = null;
  readonly #before: ReadonlyMap<string, string | undefined>;
  #isOpen = false;

  /** Sets the variables. @param endWorld - Ends the world of the application, if it never starts. */
  constructor(
    private readonly variables: Readonly<Record<string, string>>,
    private readonly endWorld: () => Promise<unknown>,
  ) {
    this.#before = new Map(Object.keys(variables).map((name) => [name, process.env[name]]));
    Object.assign(process.env, variables);
    TestEnvironment.#current = this;
  }

  /**
   * Restores the variables of an earlier application that never started, and ends its world.
   *
   * @throws Error if the earlier application is open.
   */
  static async makeFree(): Promise<void> {
    const earlier = TestEnvironment.#current;
    if (earlier === null) return;
    if (earlier.#isOpen)
      throw new Error(
        'PayTestingModule.forApp(): an earlier application is still open. Close it after its test: await app.close(), ' +
          'for example in afterEach(). Otherwise the new application gets its account.',
      );
    earlier.restore();
    await earlier.endWorld();
  }

  /** Keeps the variables until {@link restore}. Called when the application starts. */
  open(): void {
    this.#isOpen = true;
  }

  restore(): void {
    this.#isOpen = false;
    if (TestEnvironment.#current === this) TestEnvironment.#current = null;
    for (const [name, value] of this.#before) {
      if (process.env[name] !== this.variables[name]) continue;
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

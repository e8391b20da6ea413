/** Work that is under way for a key is not begun again: whoever asks meanwhile gets what it comes to. */
export class SingleFlight<Result> {
  private readonly underWay = new Map<string, Promise<Result>>();

  do(key: string, work: () => Promise<Result>): Promise<Result> {
    return this.underWay.get(key) ?? this.begin(key, work);
  }

  private begin(key: string, work: () => Promise<Result>): Promise<Result> {
    const result = work().finally(() => this.underWay.delete(key));
    this.underWay.set(key, result);
    return result;
  }
}

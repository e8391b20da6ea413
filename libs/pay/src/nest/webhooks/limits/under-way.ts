import type { PaySender } from '../../../inbox/pay-inbox.js';

/** What one address, and all that are not the service's together, may take. */
const SHARE = 0.5;

/** Counts deliveries that are being handled; beyond the limit none begins. */
export class UnderWay {
  #all = 0;
  #others = 0;
  readonly #ofSource = new Map<string, number>();

  constructor(private readonly max: number) {}

  /** Undefined: no more now. Else what ends it, to be called once. */
  enter({ address, isService }: PaySender): (() => void) | undefined {
    const source = address ?? '-';
    const own = this.#ofSource.get(source) ?? 0;
    const share = Math.ceil(this.max * SHARE);
    if (this.#all >= this.max || own >= share || (!isService && this.#others >= share)) return undefined;
    this.#all++;
    if (!isService) this.#others++;
    this.#ofSource.set(source, own + 1);
    return () => {
      this.#all--;
      if (!isService) this.#others--;
      const left = (this.#ofSource.get(source) ?? 1) - 1;
      if (left === 0) this.#ofSource.delete(source);
      else this.#ofSource.set(source, left);
    };
  }
}

import { createCipheriv, createHash, hash } from 'node:crypto';
import { Cell } from './table.js';

/** Range of generated order codes: below 2^53, above it, or both. */
export type OrderCodeRange = 'mixed' | 'beyond-safe' | 'safe';

/** Bytes of a generated value. */
const VALUE_LENGTH = 32;
/** Number of values that are generated at once, because a new cipher takes as long as generating this many. */
const VALUES = 2_048;
const ZEROS = Buffer.alloc(VALUES * VALUE_LENGTH);
const SMALLEST_CODE = 10n ** 15n;
const LARGEST_CODE = 10n ** 16n - 1n;
const LARGEST_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
const SAFE_CODES = LARGEST_SAFE - SMALLEST_CODE + 1n;
const FIRST_BEYOND = LARGEST_SAFE + 2n;
const CODES_BEYOND = LARGEST_CODE - FIRST_BEYOND;

/** Generates IDs and random values from a seed. The same seed and the same calls give the same values. */
export class Ids {
  private readonly sequence: Cell<{
    readonly seed: string;
    /** Number of generated values. The same position gives the same values. */
    readonly position: number;
  }>;
  private key: Buffer;
  private values: { readonly first: number; readonly bytes: Buffer } = { first: Number.NaN, bytes: ZEROS };

  /** First position that was never used with the seed of this object. */
  private unused = 0;

  /**
   * @param isFree - Whether a code that was generated can become the code of an order.
   * @param keepsSeed - Whether this seed stays after a snapshot of another seed is restored, so that worlds make different IDs.
   */
  constructor(
    private readonly seed: string,
    private readonly orderCodes: OrderCodeRange,
    private readonly isFree: (orderCode: string) => boolean = () => true,
    keepsSeed = false,
  ) {
    this.sequence = new Cell('ids', { seed, position: 0 });
    this.key = keyOf(seed);
    this.sequence.onLoad = () => {
      if (keepsSeed && this.sequence.value.seed !== seed)
        this.sequence.value = { seed, position: this.unused };
      this.recordUse();
      this.key = keyOf(this.sequence.value.seed);
      this.values = { first: Number.NaN, bytes: ZEROS };
    };
  }

  /** Returns random bytes, at most 32. */
  bytes(length: number): Buffer {
    const start = this.advance();
    return Buffer.from(this.values.bytes.subarray(start, start + length));
  }

  /** Generates the next value, and returns where it starts. */
  private advance(): number {
    const { seed, position } = this.sequence.value;
    this.sequence.value = { seed, position: position + 1 };
    if (seed === this.seed && position >= this.unused) this.unused = position + 1;
    const index = position % VALUES;
    if (this.values.first !== position - index) this.values = this.generate(position - index);
    return index * VALUE_LENGTH;
  }

  private recordUse(): void {
    const { seed, position } = this.sequence.value;
    if (seed === this.seed) this.unused = Math.max(this.unused, position);
  }

  /** Generates the values from a position on, as a key stream of AES in counter mode. */
  private generate(first: number): Ids['values'] {
    const counter = Buffer.alloc(16);
    counter.writeUIntBE((first * VALUE_LENGTH) / 16, 10, 6);
    return { first, bytes: createCipheriv('aes-256-ctr', this.key, counter).update(ZEROS) };
  }

  /** Returns a random UUID (version 4). */
  uuid(): string {
    const hex = this.digitsOf(16);
    const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4);
    const parts = [
      hex.slice(0, 8),
      hex.slice(8, 12),
      `4${hex.slice(13, 16)}`,
      variant + hex.slice(17, 20),
      hex.slice(20),
    ];
    // A template literal would keep its parts in memory, five times as much.
    return parts.join('-');
  }

  /** Returns upper-case hexadecimal characters, at most 64. */
  hex(length: number): string {
    return this.digitsOf(Math.ceil(length / 2))
      .slice(0, length)
      .toUpperCase();
  }

  private digitsOf(bytes: number): string {
    const start = this.advance();
    return this.values.bytes.toString('hex', start, start + bytes);
  }

  /** Returns decimal digits, which can start with zeros. */
  digits(length: number): string {
    return String(this.integer() % 10n ** BigInt(length)).padStart(length, '0');
  }

  /** Returns a number from 0 to below 1. */
  fraction(): number {
    const start = this.advance();
    return this.values.bytes.readUInt32BE(start) / 2 ** 32;
  }

  /** Returns a 16-digit order code in the configured range. Codes above 2^53 are never exact as a double. */
  orderCode(): string {
    for (;;) {
      const code = this.randomCode();
      if (this.isFree(code)) return code;
    }
  }

  private randomCode(): string {
    const random = this.integer();
    const beyond = this.orderCodes === 'beyond-safe' || (this.orderCodes === 'mixed' && (random & 1n) === 1n);
    if (!beyond) return String(SMALLEST_CODE + (random % SAFE_CODES));
    // `JSON.parse` rounds each odd number above 2^53.
    return String((FIRST_BEYOND + (random % CODES_BEYOND)) | 1n);
  }

  /** Returns a random integer of 64 bits. */
  private integer(): bigint {
    const start = this.advance();
    return this.values.bytes.readBigUInt64BE(start);
  }

  /** Returns a keyed digest of a secret, which identifies the secret without storing it. */
  fingerprint(secret: string): string {
    return hash('sha1', this.key.toString('hex') + secret).toUpperCase();
  }
}

function keyOf(seed: string): Buffer {
  return createHash('sha256').update(seed).digest();
}

/** Reads the answers that come over one connection, and forgets all but their status. */
export class AnswerReader {
  #rest: Buffer = Buffer.alloc(0);

  /** The statuses of the answers that these bytes complete. */
  push(bytes: Buffer): number[] {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const statuses: number[] = [];
    for (let answer = read(this.#rest); answer !== null; answer = read(this.#rest)) {
      this.#rest = this.#rest.subarray(answer.end);
      // An interim answer is followed by the one that counts.
      if (answer.status >= 200) statuses.push(answer.status);
    }
    return statuses;
  }
}

function read(bytes: Buffer): { status: number; end: number } | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  if (Number.isNaN(status)) throw new Error(`no answer: ${head.slice(0, 100)}`);
  const bodyStart = headEnd + 4;
  const end = /^transfer-encoding: *chunked/im.test(head)
    ? chunkedEnd(bytes, bodyStart)
    : bodyStart + Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  return end === null || end > bytes.length ? null : { status, end };
}

function chunkedEnd(bytes: Buffer, from: number): number | null {
  for (let at = from; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = parseInt(bytes.toString('latin1', at, lineEnd), 16);
    at = lineEnd + 2 + size + 2;
    if (at > bytes.length) return null;
    if (size === 0) return at;
  }
}

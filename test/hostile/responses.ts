/** Parses the responses on a connection, and keeps only their status. */
export class ResponseReader {
  #rest: Buffer = Buffer.alloc(0);

  /** Returns the statuses of the responses that are complete with these bytes. */
  push(bytes: Buffer): number[] {
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const statuses: number[] = [];
    for (let response = read(this.#rest); response !== null; response = read(this.#rest)) {
      this.#rest = this.#rest.subarray(response.end);
      // An interim response is followed by the final one.
      if (response.status >= 200) statuses.push(response.status);
    }
    return statuses;
  }
}

function read(bytes: Buffer): { status: number; end: number } | null {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  const head = bytes.toString('latin1', 0, headEnd);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1]);
  if (Number.isNaN(status)) throw new Error(`not a response: ${head.slice(0, 100)}`);
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

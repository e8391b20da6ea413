import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { requireFreePort } from './free-port.js';

describe('a port that is asked for', () => {
  const other = createServer();
  beforeEach(() => new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve)));
  afterEach(() => new Promise((resolve) => other.close(resolve)));

  it('is refused in one sentence with the fix while something else uses it, and taken afterwards', async () => {
    const { port } = other.address() as AddressInfo;
    await expect(requireFreePort(port, 'PORT')).rejects.toThrow(
      new RegExp(`^Port ${port} is taken: .*PORT=\\d+ npm start\\.$`),
    );
    await new Promise((resolve) => other.close(resolve));
    await expect(requireFreePort(port, 'PORT')).resolves.toBeUndefined();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  });
});

import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { requireFreePort } from './free-port.js';

describe('requireFreePort', () => {
  const other = createServer();
  beforeEach(() => new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve)));
  afterEach(() => new Promise((resolve) => other.close(resolve)));

  it('throws with the fix while another program uses the port, and succeeds afterwards', async () => {
    const { port } = other.address() as AddressInfo;
    await expect(requireFreePort(port, 'PORT')).rejects.toThrow(
      new RegExp(`^Port ${port} is in use: .*PORT=\\d+ npm start\\.$`),
    );
    await new Promise((resolve) => other.close(resolve));
    await expect(requireFreePort(port, 'PORT')).resolves.toBeUndefined();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  });
});

import { rmSync } from 'node:fs';

export default async function stopPostgres() {
  const { server, folder } = globalThis.payTestPostgres ?? {};
  await server?.stop();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

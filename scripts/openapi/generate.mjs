// npm run generate: writes the OpenAPI document of the service into the simulator.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { HEADER, read, ROOT, writeGenerated } from '../generated.mjs';
import { serviceDocument } from './service-document.mjs';

const FILE = 'libs/pay-simulator/src/openapi/service-document.generated.ts';
const service = JSON.stringify(serviceDocument());
const [, text] = (existsSync(join(ROOT, FILE)) && /'([\w+/=]+)';\n$/.exec(read(FILE))) || [];
// Compressed, because the package has the module twice. Versions of Node compress differently, so only the content counts.
if (!text || brotliDecompressSync(Buffer.from(text, 'base64')).toString() !== service)
  writeGenerated(
    FILE,
    `${HEADER}
/** OpenAPI document of the service's operations: JSON, compressed with Brotli, as base64. */
export const SERVICE_DOCUMENT =
  '${brotliCompressSync(service).toString('base64')}';
`,
  );

// npm run docs: writes both OpenAPI documents to docs/public, which the site serves.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../operation-docs/root.mjs';
import { controlDocument } from './control-document.mjs';
import { serviceDocument } from './service-document.mjs';

const PUBLIC = join(ROOT, 'docs/public');
writeFileSync(join(PUBLIC, 'openapi.json'), JSON.stringify(serviceDocument()));
writeFileSync(join(PUBLIC, 'control-openapi.json'), JSON.stringify(await controlDocument()));

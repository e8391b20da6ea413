// npm run generate: writes what the simulator takes from contract/, its OpenAPI documents, and the styles, scripts and texts of its
// pages.
import { dirname } from 'node:path';
import { isModuleFile, writeFileModule } from '../../../scripts/file-modules.mjs';
import { readYaml } from '../../../scripts/contract/read.mjs';
import { filesIn, writeCompressed } from '../../../scripts/generated.mjs';
import { serviceDocument } from '../../../scripts/openapi/service-document.mjs';
import './claims.mjs';
import './constants.mjs';
import './operations.mjs';
import './probes.mjs';

const SOURCE = 'libs/pay-simulator/src';
for (const folder of new Set(filesIn(SOURCE).filter(isModuleFile).map(dirname)))
  writeFileModule(`${SOURCE}/${folder}`, 'page-files.generated.ts');

const control = readYaml('control.yaml');
const CONTROL = 'OpenAPI document of the control API, contract/control.yaml';
writeCompressed(`${SOURCE}/domain/control-document.generated.ts`, 'CONTROL_DOCUMENT', CONTROL, control);
const SERVICE = "OpenAPI document of the service's operations";
writeCompressed(
  `${SOURCE}/openapi/service-document.generated.ts`,
  'SERVICE_DOCUMENT',
  SERVICE,
  serviceDocument(),
);

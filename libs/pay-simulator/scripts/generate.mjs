// npm run generate: writes what the simulator takes from contract/, its OpenAPI documents, the types of the control API's inputs, and the
// styles, scripts and texts of its pages.
import { dirname } from 'node:path';
import openapiTypes, { astToString } from 'openapi-typescript';
import { isModuleFile, writeFileModule } from '../../../scripts/file-modules.mjs';
import { readYaml } from '../../../scripts/contract/read.mjs';
import { filesIn, HEADER, writeCompressed, writeGenerated } from '../../../scripts/generated.mjs';
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

const NO_BODY = { type: 'object', additionalProperties: false };
const operations = Object.values(control.paths).flatMap((item) => Object.values(item));
const inputs = new Map([
  ...operations.map(({ operationId, requestBody }) => [
    operationId,
    requestBody?.content['application/json'].schema ?? NO_BODY,
  ]),
  ['SeedFile', control['x-seed-file']],
]);
// The loop also visits what it adds.
for (const [, schema] of inputs)
  for (const [, name] of JSON.stringify(schema).matchAll(/#\/components\/schemas\/(\w+)/g))
    inputs.set(name, control.components.schemas[name]);
const components = { schemas: Object.fromEntries(inputs) };
const types = astToString(await openapiTypes({ ...control, paths: {}, components }, { immutable: true }));
writeGenerated(`${SOURCE}/domain/control-inputs.generated.ts`, `${HEADER}\n${types}`);

const SERVICE = "OpenAPI document of the service's operations";
writeCompressed(
  `${SOURCE}/openapi/service-document.generated.ts`,
  'SERVICE_DOCUMENT',
  SERVICE,
  serviceDocument(),
);

// npm run generate: writes what the simulator takes from contract/, and the styles, scripts and texts of its pages.
import { dirname } from 'node:path';
import { isModuleFile, writeFileModule } from '../../../scripts/file-modules.mjs';
import { filesIn } from '../../../scripts/generated.mjs';
import './claims.mjs';
import './constants.mjs';
import './operations.mjs';
import './probes.mjs';

const SOURCE = 'libs/pay-simulator/src';
for (const folder of new Set(filesIn(SOURCE).filter(isModuleFile).map(dirname)))
  writeFileModule(`${SOURCE}/${folder}`, 'page-files.generated.ts');

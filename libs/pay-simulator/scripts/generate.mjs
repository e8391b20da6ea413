// npm run generate: writes what the simulator takes from contract/, and the styles, scripts and texts of its pages.
import { writeFileModule } from '../../../scripts/file-modules.mjs';
import './claims.mjs';
import './constants.mjs';
import './operations.mjs';

for (const folder of [
  'checkout',
  'checkout/language',
  'console',
  'http',
  'terminal',
  'transparent',
  'cli',
  'verify',
])
  writeFileModule(`libs/pay-simulator/src/${folder}`, 'page-files.generated.ts');

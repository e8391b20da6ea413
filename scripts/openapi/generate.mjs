// npm run generate: writes the OpenAPI document of the service into the simulator.
import { writeCompressed } from '../generated.mjs';
import { serviceDocument } from './service-document.mjs';

writeCompressed(
  'libs/pay-simulator/src/openapi/service-document.generated.ts',
  'SERVICE_DOCUMENT',
  "OpenAPI document of the service's operations",
  serviceDocument(),
);

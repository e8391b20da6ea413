export { openTelemetry } from './telemetry/open-telemetry.js';

export { openTelemetry } from './telemetry/open-telemetry.js';
export type { OpenTelemetryOptions } from './telemetry/open-telemetry.js';

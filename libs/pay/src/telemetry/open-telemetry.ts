import { metrics, trace } from '@opentelemetry/api';
import type { MeterProvider, TracerProvider } from '@opentelemetry/api';
import type { PayInstrumentation } from '../core/http/instrumentation.js';
import { VERSION } from '../core/values/version.js';
import { callTelemetry } from './call-telemetry.js';
import { eventTelemetry } from './event-telemetry.js';

const SCOPE = 'nestjs-pay';

/** Options of `openTelemetry()`. */
export interface OpenTelemetryOptions {
  /** @default the global provider */
  tracerProvider?: TracerProvider;
  /** @default the global provider */
  meterProvider?: MeterProvider;
}

/**
 * Creates traces and metrics of calls and webhook events with OpenTelemetry. Pass the result to the option `instrumentation`
 * of a client or of PayModule. Attributes contain no IDs, secrets or card data. Call it after the SDK is registered.
 *
 * @example PayModule.forRoot({ wallet, instrumentation: openTelemetry() })
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): PayInstrumentation {
  const tracer = (options.tracerProvider ?? trace).getTracer(SCOPE, VERSION);
  const meter = (options.meterProvider ?? metrics).getMeter(SCOPE, VERSION);
  return { ...callTelemetry(tracer, meter), ...eventTelemetry(tracer) };
}

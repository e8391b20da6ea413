import { metrics, trace } from '@opentelemetry/api';
import type { MeterProvider, TracerProvider } from '@opentelemetry/api';
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
 * Creates traces and metrics of all calls and webhook events of this process with OpenTelemetry. Call it once at startup, after the
 * SDK is registered. Attributes contain no IDs, secrets or card data.
 *
 * @returns A function that ends the subscription.
 * @example openTelemetry();
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): () => void {
  const tracer = (options.tracerProvider ?? trace).getTracer(SCOPE, VERSION);
  const meter = (options.meterProvider ?? metrics).getMeter(SCOPE, VERSION);
  const stops = [...callTelemetry(tracer, meter), eventTelemetry(tracer)];
  return () => {
    for (const stop of stops) stop();
  };
}

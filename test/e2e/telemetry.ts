import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import type { MetricData } from '@opentelemetry/sdk-metrics';
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base';
import { openTelemetry } from 'nestjs-pay/opentelemetry';

/** OpenTelemetry SDK that records spans and metrics of the library in memory. */
export class TestingTelemetry {
  readonly #spans = new InMemorySpanExporter();
  readonly #metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  readonly tracerProvider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(this.#spans)],
  });
  readonly meterProvider = new MeterProvider({
    readers: [
      new PeriodicExportingMetricReader({ exporter: this.#metrics, exportIntervalMillis: 3_600_000 }),
    ],
  });

  readonly #stop = openTelemetry(this);

  constructor() {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  }

  /** Ended spans, in the order in which they ended. */
  get spans(): ReadableSpan[] {
    return this.#spans.getFinishedSpans();
  }

  async metrics(): Promise<MetricData[]> {
    await this.meterProvider.forceFlush();
    return this.#metrics
      .getMetrics()
      .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
  }

  async close(): Promise<void> {
    this.#stop();
    await Promise.all([this.tracerProvider.shutdown(), this.meterProvider.shutdown()]);
    context.disable();
  }
}

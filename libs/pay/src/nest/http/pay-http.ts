import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import type { Transport } from '../../core/http/transport.js';
import { UndiciTransport } from '../../core/http/undici-transport.js';
import { createTransportAdapter } from './axios-undici.adapter.js';
import { HttpServiceTransport } from './http-service.transport.js';

/** The HttpService that all clients share, and the transport over it. */
export interface PayHttp {
  service: HttpService;
  transport: Transport;
  /** Lets go of idle connections. */
  close(): Promise<void>;
}

/** @param own the user's HttpService, which stays theirs to close. @default one on undici */
export function createPayHttp(own?: HttpService, connectTimeoutMs?: number): PayHttp {
  if (own !== undefined) {
    return { service: own, transport: new HttpServiceTransport(own, false), close: () => Promise.resolve() };
  }
  const wire = new UndiciTransport({ connectTimeoutMs });
  const service = new HttpService(axios.create({ adapter: createTransportAdapter(wire) }));
  return { service, transport: new HttpServiceTransport(service, true), close: () => wire.close() };
}

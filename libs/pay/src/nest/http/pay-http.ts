import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import type { Transport } from '../../core/http/transport.js';
import { UndiciTransport } from '../../core/http/undici-transport.js';
import { HttpServiceTransport } from './http-service.transport.js';
import { PayExchange } from './pay-exchange.js';

/** The HttpService that all clients share, and its transport. */
export interface PayHttp {
  service: HttpService;
  transport: Transport;
  /** Closes idle connections. */
  close(): Promise<void>;
}

/** @param own - HttpService of the user, which is not closed. @default an HttpService on undici */
export function createPayHttp(own?: HttpService): PayHttp {
  if (own !== undefined) {
    return { service: own, transport: new HttpServiceTransport(own, false), close: () => Promise.resolve() };
  }
  const wire = new UndiciTransport();
  const service = new HttpService(axios.create({ adapter: PayExchange.adapterOn(wire) }));
  return { service, transport: new HttpServiceTransport(service, true), close: () => wire.close() };
}

import { HttpService } from '@nestjs/axios';
import axios from 'axios';
import { UndiciTransport } from '../../core/http/undici-transport.js';
import { HttpServiceTransport } from './http-service.transport.js';
import { PayExchange } from './pay-exchange.js';

/** The HttpService that all clients share, and its transport. */
export type PayHttp = ReturnType<typeof createPayHttp>;

/** @param own - HttpService of the user, which is not closed. @default an HttpService on undici */
export function createPayHttp(own?: HttpService) {
  const undici = new UndiciTransport();
  const service = own ?? new HttpService(axios.create({ adapter: PayExchange.adapterOn(undici) }));
  const transport = new HttpServiceTransport(service, own === undefined);
  return { service, transport, close: () => undici.close() };
}

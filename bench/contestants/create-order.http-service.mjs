// HttpService in a Nest application: with axios' own adapter, or with a short one on undici.
import 'reflect-metadata';
import { HttpModule, HttpService } from '@nestjs/axios';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import axios, { AxiosHeaders } from 'axios';
import { lastValueFrom } from 'rxjs';
import { Agent, request } from 'undici';
import { measureClient, ORDER, TOKEN } from '../measure-client.mjs';

measureClient(async (url, mode) => {
  class AppModule {}
  Module({ imports: [HttpModule.register(mode === 'undici' ? { adapter: undiciAdapter() } : {})] })(
    AppModule,
  );
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const http = app.get(HttpService);
  return async () => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const { data } = await lastValueFrom(http.post(`${url}/checkout/v2/orders`, ORDER, { headers }));
    return data.orderCode;
  };
});

function undiciAdapter() {
  const dispatcher = new Agent();
  return async (config) => {
    const { statusCode, headers, body } = await request(axios.getUri(config), {
      dispatcher,
      method: config.method.toUpperCase(),
      headers: config.headers.toJSON(),
      body: config.data,
      signal: config.signal,
    });
    return {
      status: statusCode,
      statusText: '',
      headers: new AxiosHeaders(headers),
      data: await body.text(),
      config,
    };
  };
}

import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { PayModule, PayWallet } from 'nestjs-pay';
import { CREDENTIALS, measureClient, ORDER } from '../measure-client.mjs';

measureClient(async (url, tokens) => {
  const endpoints = { accounts: url, api: url, web: url };
  class AppModule {}
  Module({ imports: [PayModule.forRoot({ wallet: { ...CREDENTIALS, tokens, endpoints } })] })(AppModule);
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
  const wallet = app.get(PayWallet);
  return async () => (await wallet.payments.createOrder(ORDER)).data?.orderCode;
});

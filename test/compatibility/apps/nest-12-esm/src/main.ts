import { NestFactory } from '@nestjs/core';
import { sell, ShopModule } from './shop.js';

const seen = await sell(() => NestFactory.create(ShopModule, { rawBody: true, logger: ['error', 'warn'] }));
console.log(JSON.stringify(seen));

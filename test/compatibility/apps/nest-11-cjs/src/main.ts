import { NestFactory } from '@nestjs/core';
import { sell, ShopModule } from './shop';

async function bootstrap() {
  const seen = await sell(() => NestFactory.create(ShopModule, { rawBody: true, logger: ['error', 'warn'] }));
  console.log(JSON.stringify(seen));
}
void bootstrap();

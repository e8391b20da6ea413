import { Controller } from '@nestjs/common';
import { PayWebhook } from 'nestjs-pay';
import { MARKET } from './market-account.js';

/** Path of the market's webhook: its account has a key of its own. */
export const MARKET_WEBHOOK_PATH = '/webhooks/market';

/** Answers the service's verification request, and checks and confirms each notification: `MarketEvents` handles them. */
@PayWebhook({ account: MARKET })
@Controller(MARKET_WEBHOOK_PATH)
export class MarketWebhookController {}

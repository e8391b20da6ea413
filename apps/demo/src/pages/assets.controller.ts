import { Controller, Get, Header } from '@nestjs/common';
import { LIVE_PAGE_SCRIPT } from '../views/live-page.script.js';
import { SHOP_SCRIPT } from '../views/shop.script.js';
import { STYLESHEET } from '../views/stylesheet.js';

@Controller('assets')
export class AssetsController {
  @Get('shop.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  stylesheet(): string {
    return STYLESHEET;
  }

  @Get('shop.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  shopScript(): string {
    return SHOP_SCRIPT;
  }

  @Get('live-page.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  livePageScript(): string {
    return LIVE_PAGE_SCRIPT;
  }
}

import { Controller, Get, Header } from '@nestjs/common';
import { ORDER_PAGE_SCRIPT } from '../views/order-page.script.js';
import { STYLESHEET } from '../views/stylesheet.js';

/** The one stylesheet and the one script. */
@Controller('assets')
export class AssetsController {
  @Get('shop.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  stylesheet(): string {
    return STYLESHEET;
  }

  @Get('order-page.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  script(): string {
    return ORDER_PAGE_SCRIPT;
  }
}

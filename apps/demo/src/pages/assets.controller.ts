import { Controller, Get, Header } from '@nestjs/common';
import { LIVE_PAGE_SCRIPT } from '../views/live-page.script.js';
import { STYLESHEET } from '../views/stylesheet.js';

@Controller('assets')
export class AssetsController {
  @Get('shop.css')
  @Header('Content-Type', 'text/css; charset=utf-8')
  stylesheet(): string {
    return STYLESHEET;
  }

  @Get('live-page.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  script(): string {
    return LIVE_PAGE_SCRIPT;
  }
}

import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { LIVE_PAGE_SCRIPT } from '../views/live-page.script.js';
import { SHOP_SCRIPT } from '../views/shop.script.js';
import { STYLESHEET } from '../views/stylesheet.js';
import { found } from './found.js';

const ASSETS = new Map([
  ['shop.css', STYLESHEET],
  ['shop.js', SHOP_SCRIPT],
  ['live-page.js', LIVE_PAGE_SCRIPT],
]);

@Controller('assets')
export class AssetsController {
  @Get(':name')
  send(@Param('name') name: string, @Res() response: Response): void {
    response.type(name).send(found(ASSETS.get(name)));
  }
}

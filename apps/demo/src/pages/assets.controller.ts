import { Controller, Get, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { asset } from './asset.js';
import { found } from './found.js';

const ASSETS = new Map([
  ['shop.css', asset('shop.css')],
  ['shop.js', asset('shop.browser.js')],
  ['live-page.js', asset('live-page.browser.js')],
]);

@Controller('assets')
export class AssetsController {
  @Get(':name')
  send(@Param('name') name: string, @Res() response: Response): void {
    response.type(name).send(found(ASSETS.get(name)));
  }
}

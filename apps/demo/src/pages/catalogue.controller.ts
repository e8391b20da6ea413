import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { readCart } from '../catalogue/cart.js';
import { ShopEnvironment } from '../shop.environment.js';
import { catalogueView } from '../views/catalogue.view.js';
import { checkoutView } from '../views/checkout.view.js';
import { PageWriter } from './page-writer.js';

/** The shelf, and the form that turns a cart into an order. The cart lives in the address: no session, no script. */
@Controller()
export class CatalogueController {
  constructor(
    private readonly pages: PageWriter,
    private readonly environment: ShopEnvironment,
  ) {}

  @Get()
  shelf(@Query() query: Record<string, unknown>, @Res() response: Response): void {
    this.pages.send(response, catalogueView({ cart: readCart(query) }));
  }

  @Get('checkout')
  checkout(@Query() query: Record<string, unknown>, @Res() response: Response): void {
    const cart = readCart(query);
    if (cart.length === 0)
      return this.pages.send(
        response,
        catalogueView({ cart, problem: 'Choose at least one thing first.' }),
        422,
      );
    this.pages.send(response, checkoutView({ cart, key: this.environment.newId() }));
  }
}

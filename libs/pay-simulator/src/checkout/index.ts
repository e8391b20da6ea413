export { checkoutPages } from './checkout.pages.js';

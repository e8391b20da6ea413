export { checkoutPages } from './checkout.pages.js';
export { RETURN_PATHS, returnPages } from './return.pages.js';

export { terminalPages } from './terminal.pages.js';

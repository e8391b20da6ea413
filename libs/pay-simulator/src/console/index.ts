export { consolePages } from './console.pages.js';

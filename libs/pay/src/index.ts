export * from './client.js';
export * from './nest/index.js';

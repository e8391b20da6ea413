import { expect, it } from '@jest/globals';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { openapiDocument, ROUTES } from './routes.js';

it('the OpenAPI document is valid, and describes each route but those that only pages need', async () => {
  const source = JSON.stringify(openapiDocument());
  const { paths } = JSON.parse(source) as { paths: Record<string, object> };
  const requests = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => method !== 'parameters')
      .map((method) => `${method.toUpperCase()} ${path.slice(1).replace(/\{(\w+)\}/g, ':$1')}`),
  );
  const pagesOnly = ['styles.css', 'openapi.json', 'merchant'].map((path) => `GET ${path}`);
  const routes = ROUTES.map(({ method, path }) => `${method} ${path}`);
  expect(requests.sort()).toEqual(routes.filter((route) => !pagesOnly.includes(route)).sort());
  const config = await createConfig({ extends: ['minimal'] });
  const problems = await lintFromString({ source, config });
  const errors = problems.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ message }) => message)).toEqual([]);
});

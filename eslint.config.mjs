import eslint from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Imports point down only (see INVARIANTS.md); each room names what it may not know. */
const forbid = (files, group, message, ignores = []) => ({
  files,
  ignores,
  rules: { 'no-restricted-imports': ['error', { patterns: [{ group, message }] }] },
});
const pay = (room) => [`libs/pay/src/${room}/**/*.ts`];

export default defineConfig(
  { ignores: ['dist/**', 'coverage/**', '**/*.mjs'] },
  eslint.configs.recommended,
  tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
    },
  },
  forbid(
    pay('core'),
    ['@nestjs/*', '**/auth/**', '**/areas/**', '**/webhooks/**', '**/clients/**', '**/nest/**'],
    'core/ knows no endpoint, no payment, no Nest.',
  ),
  forbid(
    pay('auth'),
    ['@nestjs/*', '**/areas/**', '**/webhooks/**', '**/clients/**', '**/nest/**'],
    'auth/ knows no endpoint, no payment, no Nest.',
  ),
  forbid(
    pay('webhooks'),
    ['@nestjs/*', '**/auth/**', '**/areas/**', '**/clients/**', '**/nest/**'],
    'webhooks/ are pure functions: no client, no Nest.',
  ),
  forbid(
    pay('areas'),
    ['@nestjs/*', '**/webhooks/**', '**/clients/**', '**/nest/**'],
    'areas/ know core/ and auth/ only.',
  ),
  forbid(pay('clients'), ['@nestjs/*', '**/nest/**'], 'clients/ work without Nest.'),
  forbid(['libs/pay/src/client.ts'], ['@nestjs/*', '**/nest/**'], '`nestjs-pay/client` loads no Nest.'),
  forbid(
    ['libs/pay-simulator/**/*.ts'],
    ['nestjs-pay', 'nestjs-pay/client', '@nestjs/*', '**/libs/pay/**'],
    'The simulator shares contract/ with the library, never code.',
  ),
  forbid(
    ['apps/**/*.ts', 'test/**/*.ts', 'bench/**/*.ts'],
    ['**/libs/**'],
    'Import the library by its package name.',
  ),
  {
    files: ['**/*spec.ts', 'test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
